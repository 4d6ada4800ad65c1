import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { TooOftenError } from '../http/errors.ts'
import type { FileType } from './file-type.ts'
import type { SheetRows } from './sheets.ts'
import { UnreadableError } from './unreadable.ts'

/** Limits of one reading. The heap is V8's own limit; the memory is all that the process takes, buffers included. */
const LIMITS = { timeMs: 60_000, heapMb: 256, memoryMb: 512 }
/** A picture of 50 megapixels takes about a second. */
const PICTURE_LIMITS = { timeMs: 5_000, heapMb: 128, memoryMb: 512 }
const WATCH_MS = 25

export type FileTask =
  | { task: 'text' | 'sheets'; type: FileType; bytes: Uint8Array }
  | { task: 'codes'; bytes: Uint8Array }

export type ReaderResult = { result: unknown } | { unreadable: string } | { failed: string }

/** Too many files wait to be read. Says nothing about the file: the same reading may succeed in a moment. */
export class BusyError extends TooOftenError {
  override name = 'BusyError'

  constructor() {
    super(PICTURE_LIMITS.timeMs / 1000, '正在读取的文件较多，请稍后再试')
  }
}

/** One reading at a time; refused while more than `waitingMax` wait. */
export class Lane {
  private readonly waitingMax: number
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  constructor(waitingMax: number) {
    this.waitingMax = waitingMax
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting > this.waitingMax) throw new BusyError()
    this.waiting += 1
    const turn = this.last.then(work).finally(() => (this.waiting -= 1))
    this.last = turn.catch(() => {})
    return turn
  }

  get isIdle(): boolean {
    return this.waiting === 0
  }
}

/** One reading at a time, in turns: at most one of each owner is in the shared lane, its others wait for that one. */
export class FairLane {
  private readonly waitingMax: number
  private readonly shared = new Lane(Infinity)
  private readonly own = new Map<string, Lane>()

  constructor(waitingMax: number) {
    this.waitingMax = waitingMax
  }

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const lane = this.own.get(owner) ?? new Lane(this.waitingMax)
    this.own.set(owner, lane)
    try {
      return await lane.run(() => this.shared.run(work))
    } finally {
      if (lane.isIdle) this.own.delete(owner)
    }
  }
}

/** Imports wait for each other, not for learning, which reads one file at a time anyway. */
const LANES = { learning: new Lane(Infinity), import: new Lane(8) }

/** Parses an uploaded file in a process of its own with limits: a malicious file can neither block nor fill this one. */
export const readText = (type: FileType, bytes: Buffer, limits = LIMITS): Promise<string> =>
  LANES.learning.run(() => run({ task: 'text', type, bytes }, limits)) as Promise<string>

export const readSheetsApart = async (
  bytes: Buffer,
  { type = 'xlsx', lane = 'learning' }: { type?: 'xlsx' | 'txt'; lane?: 'learning' | 'import' } = {},
): Promise<SheetRows[]> => LANES[lane].run(() => run({ task: 'sheets', type, bytes }, LIMITS)) as Promise<SheetRows[]>

/** What the QR codes in a picture say. The caller keeps the order of pictures. */
export const readCodesApart = (bytes: Buffer, limits = PICTURE_LIMITS): Promise<string[]> =>
  run({ task: 'codes', bytes }, limits) as Promise<string[]>

async function run(task: FileTask, { timeMs, heapMb, memoryMb }: typeof LIMITS): Promise<unknown> {
  const child = fork(fileURLToPath(new URL('./file-reader.child.ts', import.meta.url)), {
    // No flags of the parent (e.g. of a test runner), and none of its secrets.
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const watch = setInterval(() => {
    if (memoryOf(child) > memoryMb) child.kill('SIGKILL')
  }, WATCH_MS)
  const timer = setTimeout(() => child.kill('SIGKILL'), timeMs)
  try {
    const told = await new Promise<ReaderResult>((resolve, reject) => {
      child.once('message', (message) => resolve(message as ReaderResult))
      child.once('error', reject)
      // A signal: killed by us, or by V8 at the limit of the heap.
      child.once('exit', (code, signal) =>
        reject(signal ? tooComplex() : new Error(`the file reader ended with ${String(code)}`)),
      )
      child.send(task, (error) => error && reject(error))
    })
    if ('unreadable' in told) throw new UnreadableError(told.unreadable)
    if ('failed' in told) throw new Error(told.failed)
    return told.result
  } finally {
    clearInterval(watch)
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

const PAGES_PER_MB = 256

/** Resident memory in MB; 0 where the system has no /proc or the process is gone. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) / PAGES_PER_MB
  } catch {
    return 0
  }
}

const tooComplex = () => new UnreadableError('文件过于复杂，无法读取，请精简后上传')
