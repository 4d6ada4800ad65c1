import { type CertificationId, CertifyForm, type CertifyInfo, type SmsSent } from '@ruwu/contract'
import { CERTIFY_TEXTS, certifyErrors, maskCreditCode, SMS_TEXTS } from '@ruwu/domain'
import { findFormFile } from '../../chat/attachment/index.ts'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { getEnterprise } from '../enterprise/index.ts'
import type { SmsCodes } from '../sms/index.ts'
import { findLatest, insertCertification, isSubjectTaken } from './certify.repo.ts'
import { isLetter, isLicense } from './certify-files.ts'

export type CertifyService = ReturnType<typeof createCertifyService>

/** 企业认证, the enterprise's side. */
export function createCertifyService({ db, clock, smsCodes }: { db: Database; clock: Clock; smsCodes: SmsCodes }) {
  /** The content is what the bytes are, not what the upload called them. */
  async function checkFile(
    { entId }: Caller,
    url: string,
    isFit: (file: { contentType: string; size: number }) => boolean,
  ): Promise<boolean> {
    const file = await findFormFile(db.sql, entId, url)
    return file !== undefined && isFit(file)
  }

  async function checkForm(caller: Caller, form: CertifyForm): Promise<void> {
    const errors: Record<string, string> = certifyErrors(form)
    if (!(await checkFile(caller, form.licenseUrl, isLicense))) errors.licenseUrl = CERTIFY_TEXTS.license
    if (form.letterUrl && !(await checkFile(caller, form.letterUrl, isLetter))) errors.letterUrl = CERTIFY_TEXTS.letter
    if (await isSubjectTaken(db.sql, caller.entId, form.creditCode)) errors.creditCode ??= CERTIFY_TEXTS.taken
    if (Object.keys(errors).length > 0) throw new FieldError(errors)
  }

  return {
    /** Enterprises of before 认证, and those the operator created, have passed without having submitted anything. */
    async info({ entId }: Caller): Promise<CertifyInfo> {
      const { name, certifiedAt } = await getEnterprise(db.sql, entId)
      const latest = await findLatest(db.sql, entId)
      const passedAt = certifiedAt?.toISOString() ?? null
      return {
        status: certifiedAt ? 'passed' : (latest?.status ?? 'none'),
        subjectName: latest?.subjectName ?? (certifiedAt ? name : ''),
        creditCode: maskCreditCode(latest?.creditCode ?? ''),
        reason: latest?.reason ?? '',
        submittedAt: latest?.submittedAt.toISOString() ?? null,
        reviewedAt: latest?.reviewedAt?.toISOString() ?? passedAt,
      }
    },

    form: async ({ entId }: Caller): Promise<CertifyForm | null> => {
      const latest = await findLatest(db.sql, entId)
      return latest ? CertifyForm.strip().parse(latest) : null
    },

    sendSms: ({ ip }: Caller, telephone: string): Promise<SmsSent> => smsCodes.send('certify', telephone, ip),

    async submit(caller: Caller, { smsCode, ...form }: CertifyForm & { smsCode: string }): Promise<true> {
      const { entId, agentId } = caller
      if ((await getEnterprise(db.sql, entId)).certifiedAt) throw new UserFacingError('refused', CERTIFY_TEXTS.passed)
      if ((await findLatest(db.sql, entId))?.status === 'pending') throw pending()
      await checkForm(caller, form)
      const code = await smsCodes.check('certify', form.contactTelephone, smsCode)
      const now = clock.now()
      const id = newId<CertificationId>(now)
      await db
        .transaction(async (tx) => {
          if (!(await code.use(tx.sql))) throw new FieldError({ smsCode: SMS_TEXTS.expired })
          await insertCertification(tx.sql, { ...form, entId, id, submittedBy: agentId, submittedAt: now })
          const after = { subjectName: form.subjectName, creditCode: maskCreditCode(form.creditCode) }
          await writeAudit(tx.sql, caller, { action: 'certify.submit', object: id, name: form.subjectName, after }, now)
          const at = now.toISOString()
          tx.emit(entId, { type: 'ent_certify_change', status: 'pending', at, operatorId: agentId })
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error, 'certification_open') ? pending() : error
        })
      return true
    },
  }
}

const pending = () => new UserFacingError('refused', CERTIFY_TEXTS.pending)
