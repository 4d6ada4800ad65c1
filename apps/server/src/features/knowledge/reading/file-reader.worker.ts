import { parentPort, workerData } from 'node:worker_threads'
import type { FileTask, ReaderResult } from './file-reader.ts'
import { fileText } from './file-text.ts'
import { readSheets } from './sheets.ts'
import { UnreadableError } from './unreadable.ts'

const { task, type, bytes } = workerData as FileTask

const read = () => (task === 'sheets' ? readSheets(Buffer.from(bytes)) : fileText(type, Buffer.from(bytes)))

/** Empty transfer list: results are copied. */
const reply = (result: ReaderResult) => parentPort?.postMessage(result, [])

try {
  reply({ result: await read() })
} catch (error) {
  if (!(error instanceof UnreadableError)) throw error
  reply({ unreadable: error.message })
}
