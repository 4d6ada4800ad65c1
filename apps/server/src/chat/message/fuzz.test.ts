import { SOCKET_PATH } from '@ruwu/contract'
import { Malformed, seededRandom } from '@ruwu/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { ChatPerson } from '../../testing/chat-person.ts'
import { asChat, chatWorld, createGroup, historyOf, listOf } from '../../testing/chat-world.ts'

const REQUESTS = 1500
const SOCKETS = 20
/** Below MAX_FRAMES_PER_SECOND. */
const FRAMES_PER_SOCKET = 75
const SEED = 20_260_316

async function place() {
  const here = await chatWorld('fuzzer', 'mate', 'u1', 'u2')
  const [fuzzer, mate, u1, u2] = here.people
  const groups = [await createGroup(fuzzer, mate), await createGroup(fuzzer, mate), await createGroup(mate, fuzzer)]
  const ids = [
    ...groups.map((group) => group.id),
    'fuzzer:mate',
    'mate:fuzzer',
    'mate',
    'fuzzer',
    'u1',
    'u1:u2',
    here.lin.id,
  ]
  return { ...here, fuzzer, mate, u1, u2, ids }
}

/** Two clients that exchange messages during the fuzzing. Resolves with the failures they saw. */
async function talk(u1: ChatPerson, u2: ChatPerson, isOver: () => boolean): Promise<string[]> {
  const [mine, theirs] = [await u1.connect(), await u2.connect()]
  const wrong: string[] = []
  for (let n = 1; !isOver() && n < 50; n += 1) {
    const ack = await mine.say('u1:u2', `m${n}`)
    if (ack.code !== 200 || ack.seq !== n) wrong.push(`ack ${n}: ${ack.code} ${ack.seq}`)
    const heard = await theirs.nextChat((frame) => frame.seq === n)
    if (heard.content.text !== `m${n}`) wrong.push(`frame ${n}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return wrong
}

test('whatever is posted to whichever route: never an error of ours, and others notice nothing', async () => {
  const { address, fuzzer, u1, u2, ids, lin } = await place()
  const malformed = new Malformed(seededRandom(SEED), ids)
  const callers = [
    ...Array.from({ length: 8 }, () => fuzzer),
    asChat(address, lin),
    asChat(address, { id: '', token: '-' }),
  ]
  const failures: string[] = []
  let isOver = false
  const talking = talk(u1, u2, () => isOver)
  const work = async (worker: number) => {
    for (let n = worker; n < REQUESTS; n += 8) {
      const { method, path, contentType, body } = malformed.request()
      // Logging out would turn all later requests into 401.
      if (path === '/auth/logout') continue
      const headers = {
        authorization: `Bearer ${callers[n % callers.length]!.token}`,
        ...(contentType ? { 'content-type': contentType } : {}),
      }
      const init = { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) }
      const { status } = await fetch(`http://${address}${path}`, init)
      if (status >= 500)
        failures.push(`${status} ${method} ${path.slice(0, 90)} ${body?.toString().slice(0, 120) ?? ''}`)
    }
  }

  await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)))
  isOver = true

  expect(failures).toEqual([])
  expect(await talking).toEqual([])
  expect((await listOf(u1)).items.some((item) => item.topicId === 'u1:u2')).toBe(true)
})

test('whatever is written into a socket: it stays open, no error of ours comes back, others notice nothing', async () => {
  const { address, fuzzer, mate, u1, u2, ids } = await place()
  const malformed = new Malformed(seededRandom(SEED + 1), ids)
  const receiver = await mate.connect()
  const failures: string[] = []
  let isOver = false
  const talking = talk(u1, u2, () => isOver)

  const flood = async () => {
    const socket = new WebSocket(`ws://${address}${SOCKET_PATH}?token=${fuzzer.token}`)
    await new Promise((resolve) => socket.once('open', resolve))
    onTestFinished(() => socket.terminate())
    // 1009: the frame exceeded the size limit, which closes the socket.
    socket.on('close', (code) => isOver || code === 1009 || failures.push(`closed ${code}`))
    const isAnswered = new Promise((resolve) => {
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as { type: string; code?: number; chatId?: string; message?: string }
        if (frame.type === 'resp' && (frame.code ?? 0) >= 500 && frame.code !== 501) failures.push(data.toString())
        if (frame.chatId === 'the-end') resolve(undefined)
      })
      socket.once('close', resolve)
    })
    for (let n = 0; n < FRAMES_PER_SOCKET; n += 1) {
      const { data, isBinary } = malformed.frame()
      socket.send(data, { binary: isBinary })
    }
    socket.send(JSON.stringify({ type: 'ping', chatId: 'the-end' }))
    await isAnswered
  }
  for (let n = 0; n < SOCKETS; n += 4) await Promise.all([flood(), flood(), flood(), flood()])
  isOver = true

  expect(failures).toEqual([])
  expect(await talking).toEqual([])
  // Every message that was stored is readable by a strict client.
  for (const id of ids.slice(0, 4))
    if ((await mate.refused(`/api/chat/sync/${id}`))[0] === 200) await historyOf(mate, id)
  await receiver.wire.roundTrip()
})
