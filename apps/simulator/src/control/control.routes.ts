import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { actAsCustomer } from '../acts/customer-acts.ts'
import { actAsMerchant } from '../acts/merchant-acts.ts'
import { answerDouyinAuthorise } from '../douyin/index.ts'
import { sniffPicture } from '../media/sniff.ts'
import { keepUpload } from '../media/uploads.ts'
import { answerRedbookAuthorise } from '../redbook/index.ts'
import { phonePath } from '../view/account-view.ts'
import { clockView } from '../view/index-view.ts'
import type { PageData } from '../views.ts'
import { ControlRefusal } from '../world/refusal.ts'
import { newAccount } from '../world/seed-accounts.ts'
import { openCustomer, openTalk } from '../world/talk.ts'
import type { Machine } from '../machine.ts'
import { bodies } from './bodies.ts'
import { deliverRaw, verifyWebhook } from './deliver.ts'
import { placePast } from './past.ts'
import { removeAccounts } from './remove-accounts.ts'
import { setKnobs } from './set-knobs.ts'
import type { Snapshot } from './snapshot.ts'

const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** Everything the pages can do, and what tests need besides. */
export function controlRoutes(app: FastifyInstance, machine: Machine, data: PageData): void {
  const { sim, player } = machine
  const { world } = sim

  const post = <Schema extends z.ZodType>(path: string, schema: Schema, answer: (body: z.infer<Schema>) => unknown) => {
    app.post(`/control/${path}`, async (request) => {
      const result = await answer(read(request, schema))
      await sim.settle()
      return result
    })
  }

  app.get('/control/state', () => data.index())
  app.get<{ Querystring: { after?: string; limit?: string } }>('/control/journal', ({ query }) => ({
    entries: world.journal.after(Number(query.after ?? 0), query.limit === undefined ? undefined : Number(query.limit)),
    last: world.journal.last,
  }))
  app.get('/control/outbox', () => ({ deliveries: sim.outbox.views() }))

  post('customers', bodies.customer, (body) => {
    const account = world.getAccount(body.source, body.accountId)
    const platform = sim.platforms[body.source]
    const customer = openCustomer(world, platform, body)
    openTalk(world, platform, account, customer)
    world.changed()
    const { customerId } = customer
    return { customerId, phonePath: phonePath(body.source, body.accountId, customerId) }
  })
  post('accounts', bodies.accountAdd, ({ avatar, ...body }) => {
    if (world.findAccount(body.source, body.accountId)) throw new ControlRefusal('已有这个账号')
    world.state.accounts.push(newAccount({ ...body, avatar: `asset/${avatar}` }))
    world.changed()
    return { ok: true }
  })
  post('accounts/remove', bodies.accountRemove, ({ accountIds }) => {
    removeAccounts(world, new Set(accountIds))
    return { ok: true }
  })
  post('phone', bodies.phone, (body) => {
    const platform = sim.platforms[body.source]
    openTalk(world, platform, world.getAccount(body.source, body.accountId), openCustomer(world, platform, body))
    return data.phone(body.source, body.accountId, body.customerId)
  })
  post('act', bodies.act, (body) => {
    const messageId = actAsCustomer(sim, body)
    return { ok: true, ...(messageId === undefined ? {} : { messageId }) }
  })
  post('merchant', bodies.merchant, (body) => ({ ok: true, ...actAsMerchant(sim, body) }))
  post('authorise', bodies.authorise, (body) => {
    const answer = body.source === 'douyin' ? answerDouyinAuthorise(sim, body) : answerRedbookAuthorise(sim, body)
    world.changed()
    return answer
  })
  post('knobs', bodies.knobs, (body) => {
    setKnobs(sim, body)
    return { knobs: world.knobs.views() }
  })

  app.post('/control/picture', (request) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const picture = sniffPicture(bytes)
    if (!picture || bytes.length > MAX_PICTURE_BYTES) throw new ControlRefusal('需要 10 MB 以内的图片')
    const url = world.mediaUrl(keepUpload(world, bytes, picture))
    return { url, width: picture.width, height: picture.height }
  })

  post('clock', bodies.clock, ({ mode, factor }) => {
    world.clock.set(mode, factor)
    world.changed()
    return clockView(world)
  })
  post('clock/advance', bodies.advance, async ({ ms }) => {
    if (world.clock.mode !== 'manual') throw new ControlRefusal('只有手动时钟可以推进')
    await world.clock.advance(ms)
    world.changed()
    return clockView(world)
  })

  post('scripts/start', bodies.scriptStart, (body) => player.start(body).view())
  post('scripts/stop', bodies.scriptStop, ({ runId }) => {
    player.stop(runId)
    return { ok: true }
  })

  post('reset', bodies.reset, ({ seed }) => {
    machine.reset(seed)
    return data.index()
  })
  post('seed', bodies.seed, ({ seed }) => {
    machine.reseed(seed)
    return { seed }
  })
  app.post('/control/snapshot', () => machine.snapshot())
  app.post('/control/restore', (request) => {
    machine.restore(JSON.parse(textOf(request)) as Snapshot)
    return data.index()
  })

  post('deliver', bodies.deliver, (body) => deliverRaw(sim, body))
  app.post('/control/verify-webhook', () => verifyWebhook(sim))

  post('load', bodies.load, (body) => machine.startLoad(body))
  app.get<{ Querystring: { ledger?: string } }>('/control/load', ({ query }) => {
    const load = machine.getLoad()
    return { figures: load.figures(), ...(query.ledger ? { ledger: load.ledgerData() } : {}) }
  })
  post('past', bodies.past, ({ talks }) => {
    placePast(sim, talks)
    return { ok: true }
  })
  post('demo', bodies.demo, (body) => machine.startDemo(body))
  app.get('/control/demo', () => ({ left: machine.pastLeft }))
}

const textOf = (request: FastifyRequest) => (Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')

function read<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.infer<Schema> {
  let value: unknown
  try {
    value = JSON.parse(textOf(request) || '{}')
  } catch {
    throw new ControlRefusal('请求不是 JSON')
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ControlRefusal(`请求不正确：${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}
