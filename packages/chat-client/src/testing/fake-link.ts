import type { ConnectionOptions, SocketLike, SocketListener, Timers, WakeUps } from '../connection-options.ts'
import { createConnection } from '../connection.ts'

/** A manual clock; due timers run in order of their time. */
export function fakeTimers() {
  let now = 0
  let jobs: { at: number; run: () => void }[] = []
  const timers: Timers = {
    now: () => now,
    after: (ms, run) => {
      const job = { at: now + ms, run }
      jobs.push(job)
      return () => {
        jobs = jobs.filter((it) => it !== job)
      }
    },
  }
  function pass(ms: number) {
    const until = now + ms
    for (;;) {
      const next = jobs.filter((it) => it.at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      jobs = jobs.filter((it) => it !== next)
      now = next.at
      next.run()
    }
    now = until
  }
  return { timers, pass }
}

export class FakeSocket implements SocketLike {
  readonly listener: SocketListener
  sent: string[] = []
  closed = false

  constructor(listener: SocketListener) {
    this.listener = listener
  }

  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
  }
  says(frame: object | string) {
    this.listener.message(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }
}

/** A connection with everything around it faked, and what it reported. */
export function fakeLink(overrides: Partial<ConnectionOptions> = {}) {
  const { timers, pass } = fakeTimers()
  const sockets: FakeSocket[] = []
  const log: string[] = []
  let wake: WakeUps | undefined
  const connection = createConnection({
    timers,
    random: () => 0,
    createSocket: (listener) => {
      const socket = new FakeSocket(listener)
      sockets.push(socket)
      return socket
    },
    watch: (wakeUps) => {
      wake = wakeUps
      return () => (wake = undefined)
    },
    checkSession: () => Promise.resolve(true),
    onStatus: (status) => log.push(status),
    onEvent: (seq, type, payload) => log.push(`event ${seq} ${type} ${JSON.stringify(payload)}`),
    onServerSeq: (seq) => log.push(`server ${seq}`),
    onKick: (reason) => log.push(`kick ${reason}`),
    onSessionEnd: () => log.push('session end'),
    ...overrides,
  })
  return {
    connection,
    log,
    pass,
    sockets,
    socket: () => sockets.at(-1)!,
    wake: () => wake,
    /** Flushes microtasks. */
    settle: () => new Promise((resolve) => setTimeout(resolve, 0)),
    opened() {
      connection.start()
      sockets.at(-1)!.listener.open()
      log.length = 0
      return this
    },
  }
}
