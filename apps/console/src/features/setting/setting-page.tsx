import { CERTIFY_STATUS_LABELS, enterpriseLimits } from '@ruwu/domain'
import { Cards, PageHead, CardHead, cardClass, cx, SideSheet } from '@ruwu/ui'
import {
  Blocks,
  Building2,
  Contact,
  Cpu,
  KeyRound,
  ScrollText,
  ShieldCheck,
  UsersRound,
  ChevronRight,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useSearchParams, Link } from 'react-router'
import { useAgents } from '../agent/index.ts'
import { AUDIT_DRAWER, AuditSheet } from '../audit/index.ts'
import { ChangePasswordSheet } from '../auth/index.ts'
import { useCertifyInfo } from '../certify/index.ts'
import { useCustomerFields, useCustomerSetting } from '../customer-setting/index.ts'
import { useEnterprise } from '../enterprise/index.ts'
import { ModelSettingSheet } from '../model-setting/index.ts'
import { GrantsSection } from '../oauth/index.ts'
import { useCan, useRoles } from '../permission/index.ts'
import { useReplyCount } from '../quick-reply/index.ts'
import { WebhookSection } from '../webhook/index.ts'
import { texts } from './texts.ts'
import styles from './setting-page.module.css'

const MODEL_DRAWER = 'model'
const OPEN_DRAWER = 'open'

/** Links to the settings the agent may open; at least their own password. */
export function SettingPage() {
  const canManageAgents = useCan('agentManagement:viewPage')
  const canEditEnterprise = useCan('enterprise:settingsEdit')
  const canReadAudit = useCan('audit:viewPage')
  return (
    <>
      <PageHead title={texts.title} />
      <Cards>
        {canEditEnterprise && <CompanyCard />}
        {canEditEnterprise && <CustomerCard />}
        <QuickReplyCard />
        {canManageAgents && <AgentCards />}
        {canEditEnterprise && <ModelCard />}
        {canEditEnterprise && <OpenCard />}
        {canReadAudit && <AuditCard />}
        {!canManageAgents && !canEditEnterprise && <PasswordCard />}
      </Cards>
    </>
  )
}

function CompanyCard() {
  const info = useCertifyInfo().data
  return (
    <SettingCard
      icon={Building2}
      title={texts.company}
      hint={texts.companyHint}
      note={info && CERTIFY_STATUS_LABELS[info.status]}
      to="/setting/company"
    />
  )
}

function CustomerCard() {
  const fields = useCustomerFields().data
  const stages = useCustomerSetting().data?.stages
  return (
    <SettingCard
      icon={Contact}
      title={texts.customer}
      hint={texts.customerHint}
      note={fields && stages && texts.customerCount(fields.length, stages.length)}
      to="/setting/customer"
    />
  )
}

function QuickReplyCard() {
  const count = useReplyCount()
  return (
    <SettingCard
      icon={Zap}
      title={texts.quickReplies}
      hint={texts.quickRepliesHint}
      {...(count !== undefined && { note: texts.quickReplyCount(count) })}
      to="/setting/quick-reply"
    />
  )
}

function AgentCards() {
  // Disabled ones do not count against the limit.
  const agents = useAgents().data?.filter(({ enabled }) => enabled)
  const roles = useRoles().data
  const enterprise = useEnterprise().data
  return (
    <>
      <SettingCard
        icon={UsersRound}
        title={texts.agents}
        hint={texts.agentsHint}
        note={agents && enterprise && texts.agentCount(agents.length, enterpriseLimits(enterprise.isCertified).agents)}
        to="/setting/agent"
      />
      <SettingCard
        icon={ShieldCheck}
        title={texts.roles}
        hint={texts.rolesHint}
        note={roles && texts.roleCount(roles.length)}
        to="/setting/role"
      />
    </>
  )
}

function ModelCard() {
  const drawer = useDrawer(MODEL_DRAWER)
  return (
    <>
      <SettingCard icon={Cpu} title={texts.model} hint={texts.modelHint} onClick={drawer.open} />
      {drawer.isOpen && <ModelSettingSheet onClose={drawer.close} />}
    </>
  )
}

/** 开放接口: other systems that are told of events, and applications that agents let in. */
function OpenCard() {
  const drawer = useDrawer(OPEN_DRAWER)
  return (
    <>
      <SettingCard icon={Blocks} title={texts.open} hint={texts.openHint} onClick={drawer.open} />
      {drawer.isOpen && (
        <SideSheet title={texts.open} width="lg" onClose={drawer.close}>
          <div className={styles.sections}>
            <WebhookSection />
            <GrantsSection />
          </div>
        </SideSheet>
      )}
    </>
  )
}

function AuditCard() {
  const drawer = useDrawer(AUDIT_DRAWER)
  return (
    <>
      <SettingCard icon={ScrollText} title={texts.audit} hint={texts.auditHint} onClick={drawer.open} />
      {drawer.isOpen && <AuditSheet onClose={drawer.close} />}
    </>
  )
}

/** The open drawer is kept in the URL. */
function useDrawer(name: string) {
  const [search, setSearch] = useSearchParams()
  return {
    isOpen: search.get('drawer') === name,
    open: () => setSearch({ drawer: name }),
    close: () => setSearch({}, { replace: true }),
  }
}

function PasswordCard() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SettingCard icon={KeyRound} title={texts.password} hint={texts.passwordHint} onClick={() => setIsOpen(true)} />
      {isOpen && <ChangePasswordSheet onClose={() => setIsOpen(false)} />}
    </>
  )
}

type SettingCardProps = {
  icon: LucideIcon
  title: string
  hint: string
  note?: string
} & ({ to: string; onClick?: never } | { to?: never; onClick: () => void })

function SettingCard({ to, onClick, ...about }: SettingCardProps) {
  const className = cx(cardClass, styles.card)
  const content = (
    <CardHead {...about}>
      <ChevronRight className={styles.go} size={16} strokeWidth={1.75} aria-hidden="true" />
    </CardHead>
  )
  return to === undefined ? (
    <button type="button" className={className} onClick={onClick}>
      {content}
    </button>
  ) : (
    <Link className={className} to={to}>
      {content}
    </Link>
  )
}
