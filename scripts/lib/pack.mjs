import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ScriptError } from './progress.mjs'
import { capture, tail } from './run.mjs'

/** Packs the committed files of `folder`, and of the ignored ones those of `made` alone: what is installed and built. */
export async function pack(folder, made, archive) {
  const git = async (...args) => {
    const { code, output } = await capture('git', args, { cwd: folder })
    if (code !== 0) throw new ScriptError(`git ${args[0]} 失败：\n${tail(output)}`)
    return output
  }
  if (await git('status', '--porcelain')) throw new ScriptError('有尚未提交的改动，发布包须与提交一致')
  const names = [...(await git('ls-files', '-z')).split('\0').filter(Boolean), ...made]
  mkdirSync(path.dirname(archive), { recursive: true })
  const list = `${archive}.list`
  writeFileSync(list, names.join('\0'))
  const { code, output } = await capture('tar', ['-czf', archive, '-C', folder, '--null', '-T', list])
  rmSync(list)
  if (code !== 0) throw new ScriptError(`打包失败：\n${tail(output)}`)
}
