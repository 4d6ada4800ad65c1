import {
  type KnowledgeDetail,
  type KnowledgeType,
  type LibraryName,
  type RelationId,
  ANSWER_CHARS_MAX,
  KNOWLEDGE_FILE_TYPES,
  knowledgeApi,
} from '@ruwu/contract'
import { KNOWLEDGE_TYPE_LABELS, formatNumber, INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, InfoNote, SideSheet } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { Checkbox, ConfigProvider, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { FieldStack, Field } from '../../../form/field.tsx'
import { saveTable } from '../../../stored-file/save-table.ts'
import { texts } from '../texts.ts'
import type { useFileBatch } from '../use-file-batch.ts'
import { useKnowledgeForm, fieldId, type FieldsProps } from '../use-knowledge-form.ts'
import { BodyChoice, PastedField, TitleField } from './body-fields.tsx'
import { FileBatch } from './file-batch.tsx'
import { FileField } from './file-field.tsx'
import { LearnState } from './knowledge-cells.tsx'
import { PairFields } from './pair-fields.tsx'
import styles from './knowledge-sheet.module.css'

type KnowledgeSheetProps = {
  relationId: RelationId
  /** Where a new entry is added. */
  library: LibraryName
  type: KnowledgeType
  /** Undefined when creating. */
  entry: KnowledgeDetail | undefined
  canEdit: boolean
  onClose: () => void
}

export function KnowledgeSheet({ relationId, library, type, entry, canEdit, onClose }: KnowledgeSheetProps) {
  const form = useKnowledgeForm({ relationId, library, type, entry, onClose })
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
          <DraftButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={form.close} onSave={form.submit} />
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
              <DocFields
                {...fields}
                relationId={relationId}
                type={type}
                batch={entry ? undefined : form.batch}
                fileName={base?.fileName ?? ''}
              />
            )}
            {type === 'web' && <WebFields {...fields} />}
            {type === 'image' && <ImageFields {...fields} />}
            {canEdit && type !== 'qa' && type !== 'goods' && <InfoNote>{texts.learnCost}</InfoNote>}
            <Checkbox checked={draft.enabled} onChange={({ target }) => change({ enabled: target.checked })}>
              {texts.isEnabled}
            </Checkbox>
          </FieldStack>
        </div>
      </ConfigProvider>
    </SideSheet>
  )
}

/** 网页: its address; pages that cannot be fetched can be pasted as text. */
function WebFields(fields: FieldsProps) {
  const { draft, errors, onChange } = fields
  return (
    <>
      <Field id={fieldId('url')} label={texts.url} required error={errors.url} hint={texts.urlHint}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            inputMode="url"
            placeholder="https://"
            value={draft.url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </Field>
      <BodyChoice names={texts.webBodies} value={draft.body} onChange={(body) => onChange({ body })} />
      {draft.body === 'text' && <PastedField {...fields} label={texts.text} />}
      <TitleField {...fields} hint={texts.webTitleHint} />
    </>
  )
}

/** 图片: its description. */
function ImageFields(fields: FieldsProps) {
  const { draft, errors, onChange } = fields
  return (
    <>
      <TitleField {...fields} required />
      <Field
        id={fieldId('answer')}
        label={texts.description}
        required
        error={errors.answer}
        hint={lengthCounter(draft.answer, ANSWER_CHARS_MAX) ?? texts.descriptionHint}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 4, maxRows: 12 }}
            placeholder={INPUT_PLACEHOLDER}
            value={draft.answer}
            onChange={({ target }) => onChange({ answer: target.value })}
          />
        )}
      </Field>
    </>
  )
}

const FILES_MAX = 50

type DocFieldsProps = FieldsProps & {
  relationId: RelationId
  type: Extract<KnowledgeType, 'doc' | 'goods'>
  /** Adds several at once; undefined while one is edited. */
  batch: Pick<ReturnType<typeof useFileBatch>, 'results' | 'isRunning'> | undefined
  /** The file already imported; empty without one. */
  fileName: string
}

/** 文档 and 商品服务表: a file or pasted text. */
function DocFields({ relationId, type, batch, fileName, ...fields }: DocFieldsProps) {
  const { draft, errors, disabled, onChange } = fields
  const [refusal, setRefusal] = useState('')
  const isFile = draft.body === 'file'
  const types = type === 'goods' ? ['xlsx'] : KNOWLEDGE_FILE_TYPES
  const setFiles = (files: readonly File[]) => onChange({ files })
  if (batch && draft.files.length > 0) return <FileBatch {...batch} files={draft.files} onChange={setFiles} />
  const choose = (files: readonly File[]) => {
    const isRefused = files.length > FILES_MAX
    setRefusal(isRefused ? texts.filesMax(FILES_MAX) : '')
    if (!isRefused) setFiles(files)
  }
  return (
    <>
      <BodyChoice
        names={texts.bodies}
        value={draft.body}
        onChange={(body) => {
          setRefusal('')
          onChange({ body, file: '', isUploading: false })
        }}
      />
      {isFile ? (
        <FileField
          id={fieldId('file')}
          relationId={relationId}
          types={types}
          onFiles={type === 'doc' && batch ? choose : undefined}
          keptName={fileName}
          error={refusal || errors.file}
          disabled={disabled}
          onChange={(upload) => {
            setRefusal('')
            onChange(upload)
          }}
        />
      ) : type === 'goods' ? (
        <PastedField {...fields} label={texts.goodsText} hint={texts.goodsHint} placeholder={texts.goodsPlaceholder} />
      ) : (
        <PastedField {...fields} label={texts.text} />
      )}
      {type === 'goods' && isFile && <GoodsTemplate />}
      <TitleField {...fields} required={!isFile} hint={isFile ? texts.docTitleHint : undefined} />
    </>
  )
}

/** The columns a table of goods has, and a table to fill in. */
function GoodsTemplate() {
  const template = useMutation({
    mutationFn: () => call(knowledgeApi.template, { query: { type: 'goods' } }),
    onSuccess: saveTable,
    onError: showError,
  })
  return (
    <InfoNote>
      {texts.goodsColumns}
      <Button variant="link" busy={template.isPending} onClick={() => template.mutate()}>
        {texts.template}
      </Button>
    </InfoNote>
  )
}
