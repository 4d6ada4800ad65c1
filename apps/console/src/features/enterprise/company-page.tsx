import {
  type Enterprise,
  type EnterpriseFields,
  LOGO_MAX_BYTES,
  OLD_MESSAGES_MAX,
  RETENTION_DAYS,
} from '@ruwu/contract'
import {
  AUDIT_DAYS,
  CERTIFY_TEXTS,
  formatNumber,
  INPUT_PLACEHOLDER,
  lengthCounter,
  PLATFORM_CALL_DAYS_MAX,
  SELECT_PLACEHOLDER,
} from '@ruwu/domain'
import { confirm, ErrorBlock, PageHead, Panel, SkeletonRows } from '@ruwu/ui'
import { Input, InputNumber, Select, Switch } from 'antd'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { copyText } from '../../browser/copy-text.ts'
import { Field, FieldRows } from '../../form/field.tsx'
import { ImageField } from '../../form/image-field.tsx'
import { SaveBar } from '../../form/save-bar.tsx'
import { useLeaveGuard } from '../../form/use-leave-guard.ts'
import { usePageForm } from '../../form/use-page-form.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { CertifyPanel } from '../certify/index.ts'
import { DangerPanel } from './danger-panel.tsx'
import { changesBetween, checkDraft, draftOf, zoneOptions } from './company-draft.ts'
import { countOld, useDicts, useEnterprise, useSaveEnterprise } from './enterprise.queries.ts'
import { texts } from './texts.ts'
import styles from './company-page.module.css'

/** 企业信息: what the enterprise is called, who speaks for it, and what holds for all of its consoles. */
export function CompanyPage() {
  const { data: enterprise, error, refetch } = useEnterprise()
  return (
    <>
      <PageHead title={texts.title} start={<BackLink to="/setting" label={texts.back} />} />
      <div className={styles.page}>
        {enterprise ? (
          <CompanyForm enterprise={enterprise} />
        ) : (
          <Panel>
            {error ? (
              <ErrorBlock message={messageOf(error)} onRetry={refetch} />
            ) : (
              <SkeletonRows rows={10} disc={false} />
            )}
          </Panel>
        )}
      </div>
    </>
  )
}

const fieldId = (path: string) => `company-${path}`
const LOGO_LIMIT = { types: ['image/jpeg', 'image/png'], maxBytes: LOGO_MAX_BYTES }
const MAX_CHARS = { name: 50, shortName: 10, contact: 20, phone: 20 } as const

/** Of messages that a shorter period deletes; null: not known. */
function amountText(messages: number | null): string {
  if (messages === null) return texts.uncounted
  return messages > OLD_MESSAGES_MAX ? texts.tooManyMessages(OLD_MESSAGES_MAX) : texts.messages(formatNumber(messages))
}

function CompanyForm({ enterprise }: { enterprise: Enterprise }) {
  const { save, readLatest } = useSaveEnterprise()
  const form = usePageForm<Enterprise, EnterpriseFields>({
    kept: enterprise,
    draftOf,
    changesBetween,
    check: checkDraft,
    confirm: async ({ retentionDays: days }, { retentionDays: before }) => {
      const messages = days < before ? await countOld(days) : 0
      if (messages === 0) return true
      const content = texts.shorten(days, amountText(messages))
      return confirm({ title: texts.shortenTitle, content, confirmText: texts.shortenYes })
    },
    save: (draft, { version }) => save.mutateAsync({ ...draft, version }),
    isSaving: save.isPending,
    readLatest,
    fieldId,
  })
  useLeaveGuard(form.isDirty)
  const [now] = useState(() => new Date())
  const { draft, errors, change } = form

  const text = (name: keyof typeof MAX_CHARS, { required = false, fixed = '' } = {}) => (
    <Field
      id={fieldId(name)}
      label={texts[name]}
      required={required}
      error={errors[name]}
      hint={fixed || lengthCounter(draft[name], MAX_CHARS[name])}
    >
      {(control) => (
        <Input
          {...control}
          placeholder={INPUT_PLACEHOLDER}
          disabled={fixed !== ''}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div className={styles.column}>
      <Panel title={texts.basic}>
        <div className={styles.body}>
          <FieldRows>
            <Field id={fieldId('logo')} label={texts.logo} error={errors.logo} hint={texts.logoHint}>
              {(control) => (
                <ImageField
                  id={control.id}
                  label={texts.logo}
                  describedBy={control['aria-describedby']}
                  url={draft.logo}
                  limit={LOGO_LIMIT}
                  isPrivate={false}
                  onChange={(logo) => change({ logo })}
                />
              )}
            </Field>
            {text('name', { required: true, fixed: enterprise.isCertified ? CERTIFY_TEXTS.nameFixed : '' })}
            {text('shortName')}
            <DictField name="industry" draft={draft} error={errors.industry} onChange={change} />
            <DictField name="scale" draft={draft} error={errors.scale} onChange={change} />
            <DictField name="region" draft={draft} error={errors.region} onChange={change} />
            <EntIdField entId={enterprise.entId} />
          </FieldRows>
        </div>
      </Panel>
      <CertifyPanel />
      <Panel title={texts.people}>
        <div className={styles.body}>
          <FieldRows>
            {text('contact')}
            {text('phone')}
          </FieldRows>
        </div>
      </Panel>
      <Panel title={texts.console}>
        <div className={styles.body}>
          <FieldRows>
            <Field id={fieldId('timezone')} label={texts.timezone} error={errors.timezone} hint={texts.timezoneHint}>
              {(control) => (
                <Select
                  {...control}
                  className={styles.select}
                  showSearch={{ optionFilterProp: 'label' }}
                  options={zoneOptions(form.base.timezone, now)}
                  value={draft.timezone}
                  onChange={(timezone) => change({ timezone })}
                />
              )}
            </Field>
            <Field id={fieldId('watermark')} label={texts.watermark} hint={texts.watermarkHint}>
              {({ id, 'aria-describedby': note }) => (
                <Switch
                  id={id}
                  aria-describedby={note}
                  checked={draft.watermark}
                  onChange={(watermark) => change({ watermark })}
                />
              )}
            </Field>
          </FieldRows>
        </div>
      </Panel>
      <Panel title={texts.data} note={texts.fixedPeriods(PLATFORM_CALL_DAYS_MAX, AUDIT_DAYS)}>
        <div className={styles.body}>
          <FieldRows>
            <Field
              id={fieldId('retentionDays')}
              label={texts.retentionDays}
              required
              error={errors.retentionDays}
              hint={texts.retentionHint(RETENTION_DAYS.min, RETENTION_DAYS.max)}
            >
              {(control) => (
                <InputNumber<number>
                  {...control}
                  className={styles.days}
                  precision={0}
                  suffix={texts.days}
                  value={draft.retentionDays}
                  onChange={(days) => change({ retentionDays: days ?? 0 })}
                />
              )}
            </Field>
          </FieldRows>
        </div>
      </Panel>
      <DangerPanel enterprise={enterprise} />
      {form.isDirty && (
        <SaveBar
          floating
          isDirty
          isSaving={form.isSaving}
          changes={form.changes}
          onCancel={form.reset}
          onSave={() => void form.submit()}
        />
      )}
    </div>
  )
}

type DictFieldProps = {
  name: 'industry' | 'scale' | 'region'
  draft: EnterpriseFields
  error: string | undefined
  onChange: (part: Partial<EnterpriseFields>) => void
}

function DictField({ name, draft, error, onChange }: DictFieldProps) {
  const { data: dicts, isLoading } = useDicts()
  return (
    <Field id={fieldId(name)} label={texts[name]} error={error}>
      {(control) => (
        <Select
          {...control}
          className={styles.select}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={isLoading}
          placeholder={SELECT_PLACEHOLDER}
          options={dicts?.find(({ type }) => type === name)?.items ?? []}
          value={draft[name] || undefined}
          onChange={(value?: string) => onChange({ [name]: value ?? '' })}
        />
      )}
    </Field>
  )
}

const EntIdField = ({ entId }: { entId: string }) => (
  <Field id={fieldId('entId')} label={texts.entId}>
    {({ id }) => (
      <button
        type="button"
        id={id}
        className={styles.entId}
        aria-label={`${texts.copyEntId} ${entId}`}
        onClick={() => void copyText(entId, texts.copied)}
      >
        {entId}
        <Copy size={13} aria-hidden="true" />
      </button>
    )}
  </Field>
)
