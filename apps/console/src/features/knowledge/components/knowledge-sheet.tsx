import type { KnowledgeDetail, KnowledgeType, RelationId } from '@ruwu/contract'
import { KNOWLEDGE_TYPE_LABELS, formatNumber } from '@ruwu/domain'
import { Button, SideSheet } from '@ruwu/ui'
import { Checkbox, ConfigProvider } from 'antd'
import { FieldStack } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { useKnowledgeForm } from '../use-knowledge-form.ts'
import { DocFields } from './doc-fields.tsx'
import { ImageFields } from './image-fields.tsx'
import { LearnState } from './knowledge-cells.tsx'
import styles from './knowledge-sheet.module.css'
import { PairFields } from './pair-fields.tsx'
import { WebFields } from './web-fields.tsx'

type KnowledgeSheetProps = {
  relationId: RelationId
  type: KnowledgeType
  /** Undefined when creating. */
  entry: KnowledgeDetail | undefined
  canEdit: boolean
  onClose: () => void
}

export function KnowledgeSheet({ relationId, type, entry, canEdit, onClose }: KnowledgeSheetProps) {
  const form = useKnowledgeForm({ relationId, type, entry, onClose })
  const { base, draft, errors, change } = form
  const kind = KNOWLEDGE_TYPE_LABELS[type]
  const fields = { draft, errors, disabled: !canEdit, onChange: change }
  return (
    <SideSheet
      title={!entry ? texts.createTitle(kind) : canEdit ? texts.editTitle(kind) : kind}
      width="lg"
      onClose={form.close}
      footer={
        canEdit && (
          <>
            <Button onClick={form.close}>{texts.cancel}</Button>
            <Button variant="primary" busy={form.isSaving} disabled={!form.isDirty} onClick={form.submit}>
              {texts.save}
            </Button>
          </>
        )
      }
    >
      <ConfigProvider componentDisabled={!canEdit}>
        <div className={styles.form}>
          <FieldStack>
            {entry && type !== 'qa' && (
              <div className={styles.facts}>
                <LearnState entry={entry} />
                {entry.status === 'active' && <span>{texts.learned(formatNumber(entry.pieces))}</span>}
              </div>
            )}
            {type === 'qa' && <PairFields {...fields} />}
            {(type === 'doc' || type === 'goods') && (
              <DocFields {...fields} relationId={relationId} type={type} fileName={base?.fileName ?? ''} />
            )}
            {type === 'web' && <WebFields {...fields} />}
            {type === 'image' && <ImageFields {...fields} />}
            <Checkbox checked={draft.enabled} onChange={({ target }) => change({ enabled: target.checked })}>
              {texts.isEnabled}
            </Checkbox>
          </FieldStack>
        </div>
      </ConfigProvider>
    </SideSheet>
  )
}
