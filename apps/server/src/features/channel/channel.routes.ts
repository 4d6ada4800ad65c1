import { channelApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { DOUYIN_CALLBACK_PATH } from '../../channels/channel-sources.ts'
import type { ReadCodes } from '../../outbound/index.ts'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { AUTHORISATION_TEXTS } from './authorisation.service.ts'
import type { Channel } from './create-channel.ts'

export function channelRoutes(app: FastifyInstance, deps: ImplementDeps, channel: Channel, readCodes: ReadCodes): void {
  const { authorisation, accounts, reception, staff, settings } = channel
  implement(app, deps, '渠道账号', channelApi, {
    openUrlRedbook: ({ caller, query }) => authorisation.openUrl(caller, 'redbook', query.reqPage),
    openUrlDouyin: ({ caller, query }) => authorisation.openUrl(caller, 'douyin', query.reqPage),
    openRedbook: ({ caller, body }) => authorisation.open(caller, 'redbook', body.preCode),
    openDouyin: ({ caller, body }) => authorisation.open(caller, 'douyin', body.preCode),
    removeRedbook: ({ caller, query }) => accounts.remove(caller, 'redbook', query.relationId),
    removeDouyin: ({ caller, query }) => accounts.remove(caller, 'douyin', query.relationId),
    lastOpenSuccess: async ({ caller, query: { source, preCode } }) => {
      if (preCode) await authorisation.refuseEnded(caller, source, preCode)
      return accounts.lastOpenSuccess(caller, source)
    },
    list: ({ caller, body }) => accounts.list(caller, body),
    simpleList: ({ caller, body }) => accounts.simpleList(caller, body),
    detail: ({ caller, query }) => accounts.detail(caller, query.relationId, query.accountType),
    eventList: ({ caller, body: { relationId, ...page } }) => accounts.history(caller, relationId, page),
    switchEffect: ({ caller, query }) => reception.effect(caller, query.relationId, query.receptionMode),
    updateReceptionType: ({ caller, body }) => reception.change(caller, body),
    syncKos: ({ caller, body }) => staff.sync(caller, body.relationId),
    copyConfig: ({ caller, body }) => settings.copy(caller, body),
    setting: ({ caller, query }) => settings.read(caller, query.relationId),
    updateSetting: async ({ caller, body: { relationId, version, ...setting } }) => {
      const saved = await settings.update(caller, relationId, version, setting)
      return { ...saved, warnings: await settings.findWarnings(caller, saved, readCodes) }
    },
  })
  callbackRoute(app, channel)
}

const MOST_CODE_CHARS = 2000

/** OAuth redirect target of douyin. The code stays on the server; the page gets our pre-code instead. */
function callbackRoute(app: FastifyInstance, { authorisation }: Channel): void {
  app.get(DOUYIN_CALLBACK_PATH, { config: { isRaw: true }, schema: { hide: true } }, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const { state, code = '' } = query
    const isReadable = typeof state === 'string' && typeof code === 'string' && code.length <= MOST_CODE_CHARS
    const goesOn = isReadable ? await authorisation.handleRedirect('douyin', { state, code }) : undefined
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    if (goesOn !== undefined) return reply.redirect(goesOn)
    return reply.code(400).type('text/plain; charset=utf-8').send(AUTHORISATION_TEXTS.expired)
  })
}
