import type { AccountDetail, Material } from '@ruwu/contract'
import { CARD_TYPE_LABELS, LEAD_FIELD_LABELS } from '@ruwu/domain'
import { SideSheet } from '@ruwu/ui'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { FieldStack } from '../../../form/field.tsx'
import { reportsUse } from '../card-facts.ts'
import { texts } from '../texts.ts'
import { useMaterialForm } from '../use-material-form.ts'
import { CardPreview } from './card-preview.tsx'
import { ContentFields } from './content-fields.tsx'
import { AuditState } from './material-cells.tsx'
import { OwnFields } from './own-fields.tsx'
import styles from './material-sheet.module.css'

type MaterialSheetProps = {
  account: AccountDetail
  /** Undefined when creating. */
  card: Material | undefined
  canEdit: boolean
  /** Whether the content is created here; otherwise it is read-only. */
  canEditContent: boolean
  onClose: () => void
}

/** One card: platform content, own fields, and preview. */
export function MaterialSheet({ account, card, canEdit, canEditContent, onClose }: MaterialSheetProps) {
  const { draft, errors, isDirty, isSaving, change, submit, close } = useMaterialForm({ account, card, onClose })
  const kind = CARD_TYPE_LABELS[card?.type ?? 'lead_form']
  return (
    <SideSheet
      title={!card ? texts.create(kind) : canEdit ? texts.editTitle(kind) : kind}
      width="xl"
      onClose={close}
      footer={canEdit && <DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />}
    >
      <div className={styles.split}>
        <ConfigProvider componentDisabled={!canEdit}>
          <div className={styles.form}>
            <section>
              <h3>{texts.ownPart}</h3>
              <FieldStack>
                <OwnFields
                  draft={draft}
                  errors={errors}
                  hasSubmit={(card?.type ?? 'lead_form') === 'lead_form'}
                  hasAgents={!card || reportsUse(card)}
                  onChange={change}
                />
              </FieldStack>
            </section>
            <section>
              <h3>{texts.platformPart}</h3>
              {canEditContent ? (
                <FieldStack>
                  <ContentFields
                    draft={draft}
                    errors={errors}
                    isApproved={card?.auditStatus === 'passed'}
                    onChange={change}
                  />
                </FieldStack>
              ) : (
                card && <ContentFacts card={card} />
              )}
            </section>
          </div>
        </ConfigProvider>
        <CardPreview account={account} card={card} draft={draft} />
      </div>
    </SideSheet>
  )
}

/** Content created on the platform: read-only. */
function ContentFacts({ card }: { card: Material }) {
  const facts: [label: string, value: ReactNode][] = [
    [texts.status, <AuditState key="audit" card={card} />],
    [texts.title, card.title],
    [texts.subtitle, card.subtitle],
    [texts.channel, card.channel && texts.channels[card.channel]],
    [texts.number, card.number],
    [texts.fields, card.fields.map((it) => LEAD_FIELD_LABELS[it]).join('、')],
    [texts.button, card.buttonText],
    [texts.link, card.url],
    [texts.platformId, card.platformId],
  ]
  return (
    <>
      <p className={styles.note}>{texts.platformLocked}</p>
      {card.auditStatus === 'rejected' && card.auditReason && (
        <p className={styles.reason}>{texts.rejectedReason(card.auditReason)}</p>
      )}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}
