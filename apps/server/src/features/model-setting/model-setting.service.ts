import type { EntId, ModelSetting } from '@ruwu/contract'
import { type AuditValues, DEMO_ENT_ID } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import { type EmbeddingModels, type ModelAccess, type Models, testModel } from '../../engine/model/index.ts'
import { countVectors, findSpace, resetRetries } from '../../engine/retrieval/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { FieldError, StaleError } from '../../platform/http/errors.ts'
import { isLoopbackUrl, isPublicUrl } from '../../platform/http/public-fetch.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isVisitorDemo } from '../enterprise/index.ts'
import {
  findModelSetting,
  insertModelSetting,
  lastEditor,
  listWithoutVectors,
  MODEL_KEY_PURPOSE,
  type ModelSettingRow,
  updateModelSetting,
} from './model-setting.repo.ts'
import { TIMEOUT_SEC, toModelSetting } from './model-setting.view.ts'
import { notifyFailure } from './notify-failure.ts'

type Connection = Pick<ModelSetting, 'baseUrl' | 'model' | 'embeddingModel' | 'timeoutSec'> & {
  key?: string | undefined
}
type Input = Connection & Pick<ModelSetting, 'mode' | 'allowsContacts'>
type Operator = Pick<Config, 'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL' | 'EMBEDDING_MODEL' | 'DEMO'>

const TAIL_CHARS = 4

/** The model of an enterprise: built-in engine, the operator's, or its own endpoint. */
export class ModelSettingService implements Models, EmbeddingModels {
  private readonly db: Database
  private readonly clock: Clock
  private readonly secrets: Secrets
  private readonly operator: Operator

  constructor(deps: { db: Database; clock: Clock; secrets: Secrets; config: Operator }) {
    this.db = deps.db
    this.clock = deps.clock
    this.secrets = deps.secrets
    this.operator = deps.config
  }

  async get({ entId }: Caller): Promise<ModelSetting> {
    return this.view(this.db.sql, entId, await findModelSetting(this.db.sql, entId))
  }

  async save(caller: Caller, version: number, input: Input): Promise<ModelSetting> {
    const { entId } = caller
    return this.db.transaction(async (tx) => {
      const before = await findModelSetting(tx.sql, entId)
      const key = this.keyFor(before, input)
      if (input.mode === 'own' || input.baseUrl !== '') this.check(input, key)
      const change = {
        mode: input.mode,
        baseUrl: input.baseUrl,
        model: input.model,
        embeddingModel: input.embeddingModel,
        timeoutSec: input.timeoutSec,
        allowsContacts: input.allowsContacts,
        key: key === '' ? null : this.secrets.seal(MODEL_KEY_PURPOSE, key),
        keyTail: key.slice(-TAIL_CHARS),
        updatedBy: caller.agentId,
        updatedAt: this.clock.now(),
      }
      const saved = before
        ? await updateModelSetting(tx.sql, entId, version, change)
        : await insertModelSetting(tx.sql, { entId, ...change })
      if (saved) {
        await resetRetries(tx.sql, entId)
        const values = { before: before && auditOf(before, this.openKey(before)), after: auditOf(saved, key) }
        await writeAudit(tx.sql, caller, { action: 'modelSetting.save', object: entId, ...values }, change.updatedAt)
        return this.view(tx.sql, entId, saved)
      }
      throw new StaleError(await lastEditor(tx.sql, entId))
    })
  }

  /** Sends a small test request to the model. */
  async test({ entId }: Caller, input: Connection) {
    const key = this.keyFor(await findModelSetting(this.db.sql, entId), input)
    this.check(input, key)
    return testModel(this.ownAccess({ ...input, key, allowsContacts: false }), input.embeddingModel)
  }

  async forEnterprise(entId: EntId): Promise<ModelAccess | undefined> {
    const row = await findModelSetting(this.db.sql, entId)
    if (row?.mode === 'own') return this.ownAccess({ ...row, key: this.openKey(row) })
    return (await this.isOfDemo(entId)) ? undefined : this.operatorAccess(this.operator.LLM_MODEL, row)
  }

  /** An enterprise with its own model never sends its knowledge to the operator's embedding model. */
  async embeddingFor(entId: EntId): Promise<ModelAccess | undefined> {
    const row = await findModelSetting(this.db.sql, entId)
    return row?.mode !== 'own' && (await this.isOfDemo(entId)) ? undefined : this.embeddingOf(row)
  }

  waitForVectors(now: Date): Promise<EntId[]> {
    const { LLM_BASE_URL: baseUrl, EMBEDDING_MODEL: model } = this.operator
    return listWithoutVectors(this.db.sql, { baseUrl, model }, now)
  }

  /** Failures of the operator's model are not reported to the enterprise. */
  async onFailure(entId: EntId, { isOwn, model }: ModelAccess, problem: string): Promise<void> {
    if (!isOwn) return
    const text = `自有模型 ${model} 无法使用：${problem}，已改由内置引擎回答`
    await notifyFailure(this.db, entId, 'failToldAt', { text, now: this.clock.now() })
  }

  async onEmbeddingFailure(entId: EntId, { isOwn, model }: ModelAccess, problem: string): Promise<void> {
    if (!isOwn) return
    const text = `向量模型 ${model} 无法使用：${problem}，暂时只按词语检索`
    await notifyFailure(this.db, entId, 'embeddingToldAt', { text, now: this.clock.now() })
  }

  /** Demos are answered by the built-in engine: strangers do not use the operator's model. */
  private async isOfDemo(entId: EntId): Promise<boolean> {
    if (entId === DEMO_ENT_ID) return true
    // Also where the demo is off: what was asked before may still wait for an answer.
    return this.operator.LLM_BASE_URL !== '' && isVisitorDemo(this.db.sql, entId)
  }

  private async view(db: Queryable, entId: EntId, row: ModelSettingRow | undefined): Promise<ModelSetting> {
    const hasOperatorModel = this.operator.LLM_BASE_URL !== '' && entId !== DEMO_ENT_ID
    return toModelSetting(row, { hasOperatorModel, vectors: await this.vectors(db, entId, row) })
  }

  private async vectors(db: Queryable, entId: EntId, row: ModelSettingRow | undefined) {
    const access = row?.mode !== 'own' && entId === DEMO_ENT_ID ? undefined : this.embeddingOf(row)
    if (!access) return null
    const space = await findSpace(db, entId, access)
    return { ...(await countVectors(db, entId, space?.id)), problem: space?.problem ?? '' }
  }

  private embeddingOf(row: ModelSettingRow | undefined): ModelAccess | undefined {
    if (row?.mode !== 'own') return this.operatorAccess(this.operator.EMBEDDING_MODEL, row)
    if (row.embeddingModel === '') return undefined
    return this.ownAccess({ ...row, model: row.embeddingModel, key: this.openKey(row) })
  }

  private operatorAccess(model: string, row: ModelSettingRow | undefined): ModelAccess | undefined {
    const { LLM_BASE_URL: baseUrl, LLM_API_KEY: key } = this.operator
    if (baseUrl === '' || model === '') return undefined
    const allowsContacts = row?.allowsContacts ?? false
    return { baseUrl, key, model, timeoutMs: TIMEOUT_SEC * 1000, isOwn: false, isPublicOnly: false, allowsContacts }
  }

  private ownAccess(own: Connection & { key: string; allowsContacts: boolean }): ModelAccess {
    const { baseUrl, model, timeoutSec, key, allowsContacts } = own
    const isPublicOnly = !this.isDemoLoopback(baseUrl)
    return { baseUrl, model, key, timeoutMs: timeoutSec * 1000, isOwn: true, isPublicOnly, allowsContacts }
  }

  /** A stored key is only sent to the origin it was entered for (no exfiltration by changing the address). */
  private keyFor(row: ModelSettingRow | undefined, { key, baseUrl }: Connection): string {
    if (key !== undefined && key !== '') return key
    return row && originOf(row.baseUrl) === originOf(baseUrl) ? this.openKey(row) : ''
  }

  private openKey({ key }: ModelSettingRow): string {
    return key === null ? '' : this.secrets.open(MODEL_KEY_PURPOSE, key)
  }

  private isDemoLoopback(baseUrl: string): boolean {
    return this.operator.DEMO && isLoopbackUrl(baseUrl)
  }

  private check({ baseUrl, model }: Connection, key: string): void {
    if (!isPublicUrl(baseUrl) && !this.isDemoLoopback(baseUrl))
      throw new FieldError({ baseUrl: '接口地址须是 https 的公网地址' })
    if (model === '') throw new FieldError({ model: '请输入模型名' })
    if (key === '') throw new FieldError({ key: '请输入密钥' })
  }
}

/** The key is compared by the log, not stored in it. */
const auditOf = (
  { mode, baseUrl, model, embeddingModel, timeoutSec, allowsContacts }: ModelSettingRow,
  key: string,
): AuditValues => ({ mode, baseUrl, model, embeddingModel, timeoutSec, allowsContacts, key })

const originOf = (address: string): string | undefined => {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}
