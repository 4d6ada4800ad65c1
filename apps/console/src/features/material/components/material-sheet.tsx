import type { AccountDetail, Material } from '@ruwu/contract'
import { CARD_TYPE_LABELS } from '@ruwu/domain'
import { Button, SideSheet } from '@ruwu/ui'
import { ConfigProvider } from 'antd'
import { FieldStack } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { useMaterialForm } from '../use-material-form.ts'
import { CardPreview } from './card-preview.tsx'
import { ContentFacts } from './content-facts.tsx'
import { ContentFields } from './content-fields.tsx'
import styles from './material-sheet.module.css'
import { OwnFields } from './own-fields.tsx'

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
      footer={
        canEdit && (
          <>
            <Button onClick={close}>{texts.cancel}</Button>
            <Button variant="primary" busy={isSaving} disabled={!isDirty} onClick={submit}>
              {texts.save}
            </Button>
          </>
        )
      }
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
