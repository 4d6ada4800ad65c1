import type { WelcomePart } from '@ruwu/contract'
import { welcomePartsMax, welcomePartsSent } from '@ruwu/domain'
import { Button, InfoNote } from '@ruwu/ui'
import { Segmented } from 'antd'
import { ImagePlus, Plus } from 'lucide-react'
import { FieldGroup } from '../../../../form/field.tsx'
import { moved } from '../../../../list/reorder.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import { SettingSection, type SectionProps } from './setting-section.tsx'
import { WelcomePartRow } from './welcome-part-row.tsx'
import styles from './welcome-section.module.css'

const modeOptions = [
  { value: 'plan', label: texts.welcomeModes.plan },
  { value: 'custom', label: texts.welcomeModes.custom },
]

/** Welcome messages: the plan's, or this account's own. */
export function WelcomeSection(props: SectionProps) {
  const { account, draft, errors, canEdit, canFollow, onChange } = props
  const { custom, parts } = draft.welcome
  const isLocked = !canEdit || (canFollow && draft.follow.welcome)
  const setParts = (parts: WelcomePart[]) => onChange({ welcome: { custom, parts } })
  const add = (part: WelcomePart) => setParts([...parts, part])
  const chooseMode = (mode: string) =>
    onChange({
      welcome: {
        custom: mode === 'custom',
        parts: mode === 'custom' && parts.length === 0 ? [{ type: 'text', text: '' }] : parts,
      },
    })
  const { image } = account.capabilities
  const most = welcomePartsMax(draft.limits)
  const sendable = welcomePartsSent(draft)
  return (
    <SettingSection {...props} id="welcome" group="welcome">
      <FieldGroup
        label={texts.welcome}
        error={errors['welcome.parts']}
        hint={custom ? texts.partsMost(most) : texts.welcomePlanHint}
      >
        <div className={styles.body}>
          <Segmented
            aria-label={texts.welcome}
            options={modeOptions}
            value={custom ? 'custom' : 'plan'}
            // antd's Segmented ignores the disabled state of the form context.
            disabled={isLocked}
            onChange={chooseMode}
          />
          {custom && (
            <ol className={styles.parts}>
              {Array.from(parts.entries(), ([index, part]) => (
                // Parts have no id; every field is controlled by the draft, so the index is the key.
                <li key={index}>
                  <WelcomePartRow
                    part={part}
                    index={index}
                    count={parts.length}
                    imageLimit={image}
                    error={errors[`welcome.parts.${index}.text`] ?? errors[`welcome.parts.${index}.url`]}
                    isLocked={isLocked}
                    onChange={(next) => setParts(parts.with(index, next))}
                    onMove={(to) => setParts(moved(parts, index, to))}
                    onRemove={() => setParts(parts.toSpliced(index, 1))}
                  />
                </li>
              ))}
            </ol>
          )}
          {custom && parts.length > sendable && (
            <InfoNote>{texts.partsReserved(draft.reserveForHuman, sendable)}</InfoNote>
          )}
          {custom && !isLocked && parts.length < most && (
            <div className={styles.add}>
              <Button size="sm" onClick={() => add({ type: 'text', text: '' })}>
                <Plus size={14} aria-hidden="true" />
                {texts.addText}
              </Button>
              {image && (
                <Button size="sm" onClick={() => add({ type: 'image', url: '' })}>
                  <ImagePlus size={14} aria-hidden="true" />
                  {texts.addImage}
                </Button>
              )}
            </div>
          )}
        </div>
      </FieldGroup>
    </SettingSection>
  )
}
