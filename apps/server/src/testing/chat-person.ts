import { randomBytes } from 'node:crypto'
import { SOCKET_PATH, type ServerFrame } from '@ruwu/contract'
import { TestSocket } from '@ruwu/testkit'
import { expect, onTestFinished } from 'vitest'

type Answer = { status: number; body: unknown; headers: Headers }

/** A chat user with a third-party client: raw HTTP and a socket, none of our code. */
export class ChatPerson {
  readonly id: string
  readonly address: string
  token = ''

  constructor(address: string, id: string) {
    this.address = address
    this.id = id
  }

  static async register(address: string, id: string): Promise<ChatPerson> {
    const person = new ChatPerson(address, id)
    const body = await person.ok<{ token: string }>('/auth/register', {
      email: id,
      password: 'secret-1',
      remember: false,
    })
    person.token = body.token
    return person
  }

  async request(path: string, body?: unknown, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`http://${this.address}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...init,
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }

  /** The body of a call that must answer 200; it must hold no null, which the strictest client cannot decode. */
  async ok<T = Record<string, unknown>>(path: string, body?: unknown, init?: RequestInit): Promise<T> {
    const answer = await this.request(path, body, init)
    expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, ''])
    expect(nullPaths(answer.body)).toEqual([])
    return answer.body as T
  }

  async refused(path: string, body?: unknown): Promise<[number, string]> {
    const answer = await this.request(path, body)
    return [answer.status, (answer.body as { error?: string }).error ?? String(answer.body)]
  }

  async connect(query = ''): Promise<ChatSocket> {
    const url = `ws://${this.address}${SOCKET_PATH}?device=web&token=${this.token}${query}`
    const socket = new ChatSocket(await TestSocket.open(url))
    onTestFinished(() => socket.wire.close())
    return socket
  }
}

type ChatFrame = Extract<ServerFrame, { type: 'chat' }>
type Resp = Extract<ServerFrame, { type: 'resp' }>

export class ChatSocket {
  readonly wire: TestSocket

  constructor(wire: TestSocket) {
    this.wire = wire
  }

  /** Sends and waits for its `resp`. */
  async chat(topicId: string, content: unknown, chatId = newName()): Promise<Resp> {
    this.wire.send({ type: 'chat', chatId, topicId, content })
    return (await this.wire.next((frame) => frame.type === 'resp' && frame.chatId === chatId)) as Resp
  }

  say(topicId: string, text: string, chatId?: string): Promise<Resp> {
    return this.chat(topicId, { type: 'text', text }, chatId)
  }

  /** The chat frames that have arrived up to now, handed out once. */
  async chats(): Promise<ChatFrame[]> {
    await this.wire.roundTrip()
    return this.wire.take('chat')
  }

  async nextChat(fits: (frame: ChatFrame) => boolean = () => true): Promise<ChatFrame> {
    return (await this.wire.next((frame) => frame.type === 'chat' && fits(frame))) as ChatFrame
  }
}

export const newName = () => randomBytes(4).toString('hex')

/** Paths of null values in a response. */
function nullPaths(value: unknown, path = '$'): string[] {
  if (value === null) return [path]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => nullPaths(item, `${path}.${key}`))
}
