import path from 'node:path'
import type { CertificationId } from '@ruwu/contract'
import { CERTIFY_STATUS_LABELS, countCharacters, SUBJECT_TYPE_LABELS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { Installation } from '../../db/operator-command.ts'
import { StartError } from '../../platform/start-error.ts'
import { openStorage } from '../../platform/storage/index.ts'
import { findById, listPending, review, saveFiles } from '../certify/index.ts'

export const CERTIFY_USAGE = `  npm run admin -- certify list                  列出待审核的企业认证
  npm run admin -- certify files <编号> <文件夹>   把营业执照和授权书存到文件夹
  npm run admin -- certify approve <编号>          通过
  npm run admin -- certify reject <编号> <原因>     驳回，原因会告诉企业`

const REASON_MAX = 200

type Deps = Installation & { db: Database; now: Date }

/** The reviewer's side of 企业认证; returns the text to print. */
export async function certify(deps: Deps, [verb, ...words]: readonly string[]): Promise<string> {
  const [id = '', other = ''] = words
  if (verb === 'list' && words.length === 0) return list(deps)
  if (verb === 'files' && words.length === 2) return files(deps, idFrom(id), other)
  if (verb === 'approve' && words.length === 1) return settle(deps, idFrom(id), { status: 'passed', reason: '' })
  if (verb === 'reject' && words.length === 2)
    return settle(deps, idFrom(id), { status: 'rejected', reason: reasonFrom(other) })
  throw new StartError(`用法：\n${CERTIFY_USAGE}`)
}

async function list({ db }: Deps): Promise<string> {
  const rows = await listPending(db.sql)
  if (rows.length === 0) return '没有待审核的企业认证'
  return rows
    .map(({ certification: row, entName }) =>
      [
        `编号 ${row.id}`,
        `  企业      ${entName}（ID ${row.entId}）`,
        `  主体      ${row.subjectName}（${SUBJECT_TYPE_LABELS[row.subjectType]}）`,
        `  信用代码  ${row.creditCode}`,
        `  法人      ${row.legalPerson}`,
        `  联系人    ${row.contactName} ${row.contactTelephone}${row.letterUrl ? '，有授权书' : ''}`,
        `  提交时间  ${row.submittedAt.toISOString()}`,
      ].join('\n'),
    )
    .join('\n\n')
}

async function files({ db, config, dataDir }: Deps, id: CertificationId, folder: string): Promise<string> {
  const row = await findById(db.sql, id)
  if (!row) throw new StartError('没有这个编号')
  const storage = await openStorage(config, path.join(dataDir, 'files'))
  const saved = await saveFiles({ db, storage }, row, path.resolve(folder))
  return saved.length > 0 ? saved.join('\n') : '文件已经不在了'
}

async function settle({ db, now }: Deps, id: CertificationId, verdict: Parameters<typeof review>[2]): Promise<string> {
  const row = await review(db, id, verdict, now)
  if (!row) throw new StartError('没有这个编号，或者它已经审核过了')
  const { status, reason } = verdict
  return `${row.subjectName}：${CERTIFY_STATUS_LABELS[status]}${reason && `（${reason}）`}，已通知企业的管理员`
}

function idFrom(word: string): CertificationId {
  if (!/^[0-9a-f]{32}$/.test(word)) throw new StartError('编号须为 npm run admin -- certify list 列出的编号')
  return word as CertificationId
}

function reasonFrom(word: string): string {
  const reason = word.trim()
  if (reason === '' || countCharacters(reason) > REASON_MAX) throw new StartError(`原因须为 1 到 ${REASON_MAX} 个字`)
  return reason
}
