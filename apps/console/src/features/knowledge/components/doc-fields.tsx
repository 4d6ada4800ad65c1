import { KNOWLEDGE_FILE_TYPES, type KnowledgeType, type RelationId } from '@ruwu/contract'
import { SHEET_TYPES } from '../file-check.ts'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-knowledge-form.ts'
import { BodyChoice, PastedField, TitleField } from './body-fields.tsx'
import { FileField } from './file-field.tsx'

type DocFieldsProps = FieldsProps & {
  relationId: RelationId
  type: Extract<KnowledgeType, 'doc' | 'goods'>
  /** The file already imported; empty without one. */
  fileName: string
}

/** 文档 and 商品服务表: a file or pasted text. */
export function DocFields({ relationId, type, fileName, ...fields }: DocFieldsProps) {
  const { draft, errors, disabled, onChange } = fields
  const isFile = draft.body === 'file'
  return (
    <>
      <BodyChoice names={texts.bodies} value={draft.body} onChange={(body) => onChange({ body, file: '' })} />
      {isFile ? (
        <FileField
          id={fieldId('file')}
          relationId={relationId}
          types={type === 'goods' ? SHEET_TYPES : KNOWLEDGE_FILE_TYPES}
          keptName={fileName}
          error={errors.file}
          disabled={disabled}
          onChange={(file) => onChange({ file })}
        />
      ) : type === 'goods' ? (
        <PastedField {...fields} label={texts.goodsText} hint={texts.goodsHint} placeholder={texts.goodsPlaceholder} />
      ) : (
        <PastedField {...fields} label={texts.text} />
      )}
      <TitleField {...fields} required={!isFile} hint={isFile ? texts.docTitleHint : undefined} />
    </>
  )
}
