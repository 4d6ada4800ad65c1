import { FLOW_TEMPLATES, RULE_TEMPLATE_IDS } from '@ruwu/contract'
import { Button, buttonClass, Chip, ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { FieldGroup, FieldStack } from '../../../form/field.tsx'
import { EditTemplateDialog, type ShownTemplate, useTemplates } from '../../automation-template/index.ts'
import { useCan } from '../../permission/index.ts'
import { texts } from '../texts.ts'
import { MoreCard } from './more-card.tsx'
import styles from './template-card.module.css'

const placeOfRule = (id: string) => `/automation/detail-v1?${new URLSearchParams({ template: id })}`
const placeOfFlow = (id: string) => `/automation/index?${new URLSearchParams({ create: '1', template: id })}`

/** 模板中心: beginnings of rules and workflows. */
export const TemplateCard = () => (
  <MoreCard
    icon={LayoutTemplate}
    title={texts.templates}
    hint={texts.templatesHint}
    summary={texts.templateCount(RULE_TEMPLATE_IDS.length, FLOW_TEMPLATES.length)}
    action={texts.show}
    drawer="template"
  >
    {(close) => <TemplateSheet onClose={close} />}
  </MoreCard>
)

export function TemplateSheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useTemplates()
  const canEdit = useCan('automation:edit')
  const [editing, setEditing] = useState<ShownTemplate>()
  const acts = { canUse: canEdit, onEdit: canEdit && data?.isEditable ? setEditing : undefined }
  return (
    <SideSheet title={texts.templates} width="lg" onClose={onClose}>
      {data ? (
        <FieldStack>
          <Templates label={texts.ruleTemplates} templates={data.rules} placeOf={placeOfRule} {...acts} />
          <Templates label={texts.flowTemplates} templates={data.flows} placeOf={placeOfFlow} {...acts} />
        </FieldStack>
      ) : error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={8} disc={false} />
      )}
      {editing && <EditTemplateDialog template={editing} onClose={() => setEditing(undefined)} />}
    </SideSheet>
  )
}

type TemplatesProps = {
  label: string
  templates: readonly ShownTemplate[]
  placeOf: (id: string) => string
  canUse: boolean
  /** Undefined: the enterprise may not edit templates. */
  onEdit: ((template: ShownTemplate) => void) | undefined
}

/** A template opens the editor with what it begins with; nothing is stored before it is saved there. */
const Templates = ({ label, templates, placeOf, canUse, onEdit }: TemplatesProps) => (
  <FieldGroup label={label}>
    <ul className={styles.templates}>
      {templates.map((template) => (
        <li key={template.id}>
          <b>
            {template.name} {onEdit && template.isEdited && <Chip>{texts.templateEdited}</Chip>}
          </b>
          <span>{template.hint}</span>
          <div className={styles.acts}>
            {onEdit && (
              <Button size="sm" aria-label={texts.templateEdit(template.name)} onClick={() => onEdit(template)}>
                {texts.edit}
              </Button>
            )}
            {canUse && (
              <Link
                className={buttonClass({ size: 'sm' })}
                to={placeOf(template.id)}
                aria-label={texts.templateAction(template.name)}
              >
                {texts.apply}
              </Link>
            )}
          </div>
        </li>
      ))}
    </ul>
  </FieldGroup>
)
