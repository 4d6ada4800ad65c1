import { readCsv } from './csv.ts'
import { decodeText } from './decode-text.ts'
import type { FileTask, ReaderResult } from './file-reader.ts'
import { fileText } from './file-text.ts'
import { readSheets } from './sheets.ts'
import { UnreadableError } from './unreadable.ts'

async function read(file: FileTask) {
  if (file.task === 'codes') return (await import('./picture-codes.ts')).pictureCodes(file.bytes)
  const { task, type, bytes } = file
  if (task === 'text') return fileText(type, Buffer.from(bytes))
  return type === 'xlsx' ? readSheets(Buffer.from(bytes)) : [{ name: '', rows: readCsv(decodeText(bytes) ?? '') }]
}

async function answer(task: FileTask): Promise<ReaderResult> {
  try {
    return { result: await read(task) }
  } catch (error) {
    return error instanceof UnreadableError ? { unreadable: error.message } : { failed: String(error) }
  }
}

process.once('disconnect', () => process.exit())
process.once('message', (task: FileTask) => void answer(task).then((result) => process.send?.(result)))
