import { Worker } from 'node:worker_threads'
import type { FileType } from './file-type.ts'
import type { SheetRows } from './sheets.ts'
import { UnreadableError } from './unreadable.ts'

/** Limits of the worker thread. */
const LIMITS = { timeMs: 60_000, memoryMb: 512 }

export type FileTask = { task: 'text' | 'sheets'; type: FileType; bytes: Uint8Array }

export type ReaderResult = { result: unknown } | { unreadable: string }

/** Parses an uploaded file in a worker thread with limits, so that a malicious file can't block the process. */
export const readText = (type: FileType, bytes: Buffer, limits = LIMITS): Promise<string> =>
  run({ task: 'text', type, bytes }, limits) as Promise<string>

export const readSheetsApart = (bytes: Buffer, limits = LIMITS): Promise<SheetRows[]> =>
  run({ task: 'sheets', type: 'xlsx', bytes }, limits) as Promise<SheetRows[]>

async function run(task: FileTask, { timeMs, memoryMb }: typeof LIMITS): Promise<unknown> {
  const worker = new Worker(new URL('./file-reader.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Flags of the parent process (e.g. of a test runner) must not apply to the worker.
    execArgv: [],
  })
  try {
    const told = await new Promise<ReaderResult>((resolve, reject) => {
      const timer = setTimeout(() => reject(tooComplex()), timeMs)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : error),
      )
      worker.once('exit', () => {
        clearTimeout(timer)
        reject(new Error('the file reader ended without a word'))
      })
    })
    if ('unreadable' in told) throw new UnreadableError(told.unreadable)
    return told.result
  } finally {
    await worker.terminate()
  }
}

const tooComplex = () => new UnreadableError('文件过于复杂，无法读取，请精简后上传')
