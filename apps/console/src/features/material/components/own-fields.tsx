import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { DatePicker, Input, Switch } from 'antd'
import dayjs from 'dayjs'
import { Field } from '../../../form/field.tsx'
import { AgentSelect } from '../../agent/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { expiryOf, lastDayOf } from '../card-facts.ts'
import type { MaterialDraft } from '../material-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-material-form.ts'
import styles from './own-fields.module.css'

const NAME_MAX = 20
const AFTER_MAX = 200

type OwnFieldsProps = {
  draft: MaterialDraft
  errors: Record<string, string>
  /** Whether customers can submit the card (form cards). */
  hasSubmit: boolean
  /** Whether it is told who used the card, so that they can be assigned. */
  hasAgents: boolean
  onChange: (part: Partial<MaterialDraft>) => void
}

/** Fields stored on our side only. */
export function OwnFields({ draft, errors, hasSubmit, hasAgents, onChange }: OwnFieldsProps) {
  const timeZone = useTimeZone()
  return (
    <>
      <Field id={fieldId('name')} label={texts.name} required error={errors.name} hint={texts.nameHint}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            placeholder={INPUT_PLACEHOLDER}
            value={draft.name}
            suffix={lengthCounter(draft.name, NAME_MAX) ?? <span />}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field id={fieldId('expireAt')} label={texts.expireAt} error={errors.expireAt} hint={texts.expireHint}>
          {({ id, ...control }) => (
            <DatePicker
              {...control}
              id={id}
              className={styles.wide}
              value={draft.expireAt ? dayjs(lastDayOf(draft.expireAt, timeZone)) : null}
              minDate={dayjs()}
              onChange={(day) => onChange({ expireAt: day ? expiryOf(day.format('YYYY-MM-DD'), timeZone) : null })}
            />
          )}
        </Field>
        <Field id={fieldId('enabled')} label={texts.enabled}>
          {({ id }) => (
            <span className={styles.switch}>
              <Switch id={id} checked={draft.enabled} onChange={(enabled) => onChange({ enabled })} />
            </span>
          )}
        </Field>
      </div>
      {hasAgents && (
        <Field id={fieldId('agentIds')} label={texts.agents} error={errors.agentIds} hint={texts.agentsHint}>
          {(control) => (
            <AgentSelect
              {...control}
              placeholder={texts.anyAgent}
              value={draft.agentIds}
              onChange={(agentIds) => onChange({ agentIds })}
            />
          )}
        </Field>
      )}
      {hasSubmit && (
        <Field
          id={fieldId('afterText')}
          label={texts.afterText}
          error={errors.afterText}
          hint={lengthCounter(draft.afterText, AFTER_MAX) ?? texts.afterHint}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder={INPUT_PLACEHOLDER}
              value={draft.afterText}
              onChange={(event) => onChange({ afterText: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
