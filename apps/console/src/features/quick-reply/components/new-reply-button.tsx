import type { OwnerType, QuickReplyGroup } from '@ruwu/contract'
import { QUICK_REPLIES_MAX } from '@ruwu/domain'
import { Button, Tooltip } from '@ruwu/ui'
import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { countReplies } from '../reply-order.ts'
import { texts } from '../texts.ts'

type NewReplyButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & {
  owner: OwnerType
  groups: readonly QuickReplyGroup[]
  onPress: () => void
}

/** Says why where no reply can be added. An own library needs no group: its first one is made with the reply. */
export function NewReplyButton({ owner, groups, onPress, ...look }: NewReplyButtonProps) {
  const isFull = countReplies(groups) >= QUICK_REPLIES_MAX
  const needsGroup = owner === 'enterprise' && groups.length === 0
  return (
    <Tooltip text={isFull ? texts.full(QUICK_REPLIES_MAX) : needsGroup && texts.needsGroup}>
      <span>
        <Button {...look} disabled={isFull || needsGroup} onClick={onPress}>
          <Plus size={look.size === 'sm' ? 14 : 16} aria-hidden="true" />
          {texts.add}
        </Button>
      </span>
    </Tooltip>
  )
}
