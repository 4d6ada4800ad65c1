import { FLOW_TEMPLATE_LIST, RULE_TEMPLATES } from '@ruwu/domain'
import { buttonClass, SideSheet } from '@ruwu/ui'
import { LayoutTemplate } from 'lucide-react'
import { Link } from 'react-router'
import { FieldGroup, FieldStack } from '../../../form/field.tsx'
import { useCan } from '../../permission/index.ts'
import { texts } from '../texts.ts'
import { MoreCard } from './more-card.tsx'
import styles from './template-card.module.css'

type Choice = { name: string; hint: string; to: string }

const place = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

const RULES: Choice[] = RULE_TEMPLATES.map(({ name, hint }) => ({
  name,
  hint,
  to: place('/automation/detail-v1', { template: name }),
}))
const FLOWS: Choice[] = FLOW_TEMPLATE_LIST.map(({ id, name, hint }) => ({
  name,
  hint,
  to: place('/automation/index', { create: '1', template: id }),
}))

/** 模板中心: beginnings of rules and workflows. */
export const TemplateCard = () => (
  <MoreCard
    icon={LayoutTemplate}
    title={texts.templates}
    hint={texts.templatesHint}
    summary={texts.templateCount(RULES.length, FLOWS.length)}
    action={texts.show}
    drawer="template"
    isReadable
  >
    {(close) => <TemplateSheet onClose={close} />}
  </MoreCard>
)

export const TemplateSheet = ({ onClose }: { onClose: () => void }) => (
  <SideSheet title={texts.templates} width="lg" onClose={onClose}>
    <FieldStack>
      <Templates label={texts.ruleTemplates} choices={RULES} />
      <Templates label={texts.flowTemplates} choices={FLOWS} />
    </FieldStack>
  </SideSheet>
)

/** A template opens the editor with what it begins with; nothing is stored before it is saved there. */
function Templates({ label, choices }: { label: string; choices: readonly Choice[] }) {
  const canEdit = useCan('automation:edit')
  return (
    <FieldGroup label={label}>
      <ul className={styles.templates}>
        {choices.map(({ name, hint, to }) => (
          <li key={name}>
            <b>{name}</b>
            <span>{hint}</span>
            {canEdit && (
              <Link className={buttonClass({ size: 'sm' })} to={to} aria-label={texts.templateAction(name)}>
                {texts.apply}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}
