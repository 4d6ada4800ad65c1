import { readConfig } from '../platform/config.ts'
import { StartError } from '../platform/start-error.ts'
import { migrate } from './migrate.ts'

/** Applies the migrations and ends: a step of its own before the nodes of a new version start. */
try {
  const { DATABASE_URL } = readConfig(process.env)
  if (!DATABASE_URL) throw new StartError('没有设置 DATABASE_URL：内置数据库在启动时自动迁移')
  await migrate(DATABASE_URL)
  console.log('数据库已是最新')
} catch (error) {
  console.error(error instanceof StartError ? error.message : `未能完成迁移：${(error as Error).message}`)
  process.exitCode = 1
}
