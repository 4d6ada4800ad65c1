import type { CustomerDetail, CustomerId } from '@ruwu/contract'
import { IconButton, toast } from '@ruwu/ui'
import type { MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'
import { MenuButton } from '../../../rendering/floating.tsx'
import { usePersonalData } from '../../personal-data/index.ts'
import { askFor } from '../chat-requests.ts'
import { useActionsOf } from '../customer/customer-actions.ts'
import { useBlock, useMarkUnread } from '../customer/customer.mutations.ts'
import { useModelHelp } from '../model-help.queries.ts'
import { texts } from '../thread/texts.ts'
import { useArchiveOpen } from '../use-archive-open.ts'

type HeaderMenuProps = { customer: CustomerDetail; isNarrow: boolean; onSearch: () => void; onPostpone: () => void }

/** Rare actions on the open customer, and those that do not fit on narrow screens. */
export function HeaderMenu({ customer, isNarrow, onSearch, onPostpone }: HeaderMenuProps) {
  const { canPostpone, canEdit } = useActionsOf()(customer)
  const archive = useArchiveOpen()
  const block = useBlock()
  const markUnread = useMarkUnread()
  const { archive: isArchived, isBlocked } = customer
  const personalData = usePersonalData()
  const help = useModelHelp(customer)

  const items: Record<string, { label: string; isOffered: boolean; run: () => unknown; danger?: boolean }> = {
    search: { label: texts.search, isOffered: isNarrow, run: onSearch },
    summary: { label: texts.summary, isOffered: help !== undefined, run: () => askFor(customer.customerId, 'summary') },
    unread: { label: texts.markUnread, isOffered: true, run: () => markUnread.mutate({ customer }) },
    postpone: { label: texts.postpone, isOffered: canPostpone, run: onPostpone },
    archive: {
      label: isArchived ? texts.unarchive : texts.archive,
      isOffered: canEdit && isNarrow,
      run: () => archive(customer, !isArchived),
    },
    link: { label: texts.copyLink, isOffered: true, run: () => copyLink(customer) },
    block: {
      label: isBlocked ? texts.unblock : texts.block,
      isOffered: canEdit,
      run: () => block.mutate({ customer, block: !isBlocked }),
      danger: !isBlocked,
    },
    ...personalData.entriesOf(customer),
  }
  const menu: MenuProps = {
    items: Object.entries(items)
      .filter(([, it]) => it.isOffered)
      .map(([key, { label, danger }]) => ({ key, label, danger })),
    onClick: ({ key }) => void items[key]?.run(),
  }
  return (
    <>
      <MenuButton menu={menu} placement="bottomRight">
        <IconButton label={texts.more} title={texts.more}>
          <Ellipsis size={18} aria-hidden="true" />
        </IconButton>
      </MenuButton>
      {personalData.dialog}
    </>
  )
}

async function copyLink({ customerId }: CustomerDetail) {
  try {
    await navigator.clipboard.writeText(customerLink(window.location.origin, customerId))
    toast.success(texts.linkCopied)
  } catch {
    toast.warning(texts.copyFailed)
  }
}

/** Shareable link to the customer. */
const customerLink = (origin: string, customerId: CustomerId) => `${origin}/chat?customerId=${customerId}`
