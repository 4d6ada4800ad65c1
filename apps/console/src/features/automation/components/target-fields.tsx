import { LEAD_PUSH_LIMITS, type LeadPushCard, PUSH_TYPES } from '@ruwu/contract'
import { PUSH_TYPE_LABELS } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { ConfigProvider, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { MutationButton } from '../../../form/mutation-button.tsx'
import { TestResult } from '../../webhook/index.ts'
import { useTestPush } from '../automation.mutations.ts'
import { canTest, type DraftTarget, type LeadPushDraft, withTarget } from '../lead-push-draft.ts'
import { texts } from '../texts.ts'
import styles from './lead-push-sheet.module.css'

type TargetFieldsProps = {
  draft: LeadPushDraft
  /** As it is saved: only a saved address can be tested. */
  card: LeadPushCard
  errors: Partial<Record<string, string>>
  fieldId: (name: string) => string
  onChange: (part: Pick<LeadPushDraft, 'targets'>) => void
}

/** 推送目标: robots and own systems. */
export function TargetFields({ draft, card, errors, fieldId, onChange }: TargetFieldsProps) {
  const { targets } = draft
  const { componentDisabled } = ConfigProvider.useConfig()
  return (
    <FieldGroup label={texts.targets} required error={errors.targets}>
      <ul className={styles.targets}>
        {targets.map((target, index) => (
          <li key={target.key} className={styles.target}>
            <div className={styles.head}>
              <b>{PUSH_TYPE_LABELS[target.type]}</b>
              {!componentDisabled && (
                <IconButton
                  label={texts.removeTarget(index + 1)}
                  onClick={() => onChange({ targets: targets.filter((each) => each !== target) })}
                >
                  <Trash2 size={16} aria-hidden="true" />
                </IconButton>
              )}
            </div>
            <Target
              target={target}
              no={index + 1}
              kept={card.targets.find(({ id }) => id === target.id)}
              canTest={canTest(target, card)}
              error={errors[`targets.${index}.url`]}
              urlId={fieldId(`targets.${index}.url`)}
              onChange={(part) =>
                onChange({ targets: targets.map((each) => (each === target ? { ...each, ...part } : each)) })
              }
            />
          </li>
        ))}
      </ul>
      {!componentDisabled && targets.length < LEAD_PUSH_LIMITS.targets && (
        <div className={styles.add}>
          {PUSH_TYPES.map((type) => (
            <Button key={type} size="sm" onClick={() => onChange({ targets: withTarget(draft, type) })}>
              <Plus size={14} aria-hidden="true" />
              {texts.addTarget(PUSH_TYPE_LABELS[type])}
            </Button>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}

type TargetProps = {
  target: DraftTarget
  no: number
  kept: LeadPushCard['targets'][number] | undefined
  canTest: boolean
  error: string | undefined
  urlId: string
  onChange: (part: Partial<DraftTarget>) => void
}

function Target({ target, no, kept, canTest, error, urlId, onChange }: TargetProps) {
  const testing = useTestPush()
  const { componentDisabled } = ConfigProvider.useConfig()
  const { id, type, url, secret } = target
  return (
    <>
      <Field
        id={urlId}
        label={texts.targetUrl}
        required
        {...(error && { error })}
        hint={type === 'webhook' ? texts.ownUrlHint : texts.robotUrlHint}
      >
        {(control) => (
          <Input
            {...control}
            aria-label={texts.targetUrlOf(no)}
            inputMode="url"
            placeholder="https://"
            value={url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        )}
      </Field>
      {type === 2 && (
        <Field id={`${urlId}-secret`} label={texts.signSecret} hint={texts.signSecretHint}>
          {({ id: inputId }) => (
            <Input.Password
              id={inputId}
              autoComplete="new-password"
              placeholder={kept?.isSigned ? texts.signSecretKept : 'SEC…'}
              value={secret}
              onChange={(event) => onChange({ secret: event.target.value })}
            />
          )}
        </Field>
      )}
      {kept?.stoppedAt && <p className={styles.stopped}>{texts.targetStopped}</p>}
      {!componentDisabled && (
        <div className={styles.test}>
          {id && canTest ? (
            <>
              <MutationButton size="sm" mutation={testing} onClick={() => testing.mutate(id)}>
                {texts.test}
              </MutationButton>
              <TestResult isTesting={testing.isPending} ping={testing.data} />
            </>
          ) : (
            texts.testAfterSave
          )}
        </div>
      )}
    </>
  )
}
