import { Avatar, SenderGlyph, cx } from '@ruwu/ui'
import { SourceIcon } from '../../../../rendering/source-icon.tsx'
import { Deferred } from '../../../../rendering/deferred.tsx'
import { useLogContext } from '../message-log/log-context.ts'
import { StoredAvatar } from '../../../../stored-file/stored-image.tsx'
import styles from './bubble.module.css'
import type { Line } from './message-line.ts'

const SIZE = 32

/** Humans are circles, accounts rounded squares, AI and workflow squircles with a glyph. */
export function SenderAvatar({ line }: { line: Line }) {
  const { customer, agents } = useLogContext()
  switch (line.sender) {
    case 'customer':
      return <StoredAvatar name={customer.remark || customer.name} src={customer.avatar} size={SIZE} />
    case 'me':
    case 'colleague':
      return (
        <StoredAvatar
          name={agents.get(line.senderId)?.name ?? line.name}
          src={agents.get(line.senderId)?.avatar}
          size={SIZE}
        />
      )
    case 'ai':
      return (
        <span className={cx(styles.machine, styles.machineAi)}>
          <Deferred>
            <SenderGlyph name="spark" size={18} />
          </Deferred>
        </span>
      )
    case 'flow':
      return (
        <span className={cx(styles.machine, styles.machineFlow)}>
          <Deferred>
            <SenderGlyph name="flow" size={16} />
          </Deferred>
        </span>
      )
    case 'app':
    case 'system':
      return (
        <Avatar
          name={customer.subSourceName}
          size={SIZE}
          shape="square"
          mark={<SourceIcon source={customer.source} size={14} />}
        />
      )
  }
}
