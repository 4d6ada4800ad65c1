import { StartError } from '../start-error.ts'

/** A StartError for a file system error; other errors are returned unchanged. */
export function explainIoError(error: unknown, file: string): unknown {
  switch ((error as NodeJS.ErrnoException).code ?? '') {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(`磁盘空间不足，无法写入 ${file}`)
    case 'EACCES':
    case 'EPERM':
      return new StartError(`没有权限读写 ${file}，请检查目录的所有者或用 DATA_DIR 指定别处`)
    case 'EROFS':
      return new StartError(`${file} 所在的文件系统是只读的，请用 DATA_DIR 指定别处`)
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(`${file} 或它的上级不是目录，请用 DATA_DIR 指定别处`)
    default:
      return error
  }
}

/** A StartError for the output of initdb or postgres, with its last lines. */
export function explainOutput(what: string, output: string, dataDir: string): StartError {
  const tail = output.trim().split('\n').slice(-12).join('\n')
  const because = (sentence: string) => new StartError(tail ? `${sentence}\n${tail}` : sentence)
  if (/No space left on device|Check free disk space|Disk quota exceeded/.test(output))
    return because(`磁盘空间不足，${what}失败（${dataDir}）`)
  if (/Permission denied|Operation not permitted/.test(output)) return because(`没有权限，${what}失败（${dataDir}）`)
  if (/Read-only file system/.test(output)) return because(`文件系统是只读的，${what}失败（${dataDir}）`)
  if (/could not (map|create) .*shared memory|Cannot allocate memory/.test(output))
    return because(`内存不足，${what}失败`)
  return because(`${what}失败（${dataDir}），日志的最后几行：`)
}
