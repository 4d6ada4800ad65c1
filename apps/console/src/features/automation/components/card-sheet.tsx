import { InfoNote, SideSheet } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { EditableFields } from '../../../form/editable-fields.tsx'
import { FieldStack } from '../../../form/field.tsx'
import { texts as formTexts } from '../../../form/texts.ts'
import { useCan } from '../../permission/index.ts'

type CardSheetProps = {
  title: string
  width?: 'md' | 'lg'
  /** From `useDraftForm`. */
  form: { isDirty: boolean; isSaving: boolean; submit: () => void; close: () => void }
  children: ReactNode
}

/** The drawer of a card's setting; who may not edit it reads it. */
export function CardSheet({ title, width = 'md', form, children }: CardSheetProps) {
  const canEdit = useCan('automation:edit')
  return (
    <SideSheet
      title={title}
      width={width}
      onClose={form.close}
      footer={
        canEdit && (
          <DraftButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={form.close} onSave={form.submit} />
        )
      }
    >
      <FieldStack>
        {!canEdit && <InfoNote>{formTexts.readOnly}</InfoNote>}
        <EditableFields canEdit={canEdit}>{children}</EditableFields>
      </FieldStack>
    </SideSheet>
  )
}
