import { REWRITE_STYLES, type RewriteStyle } from '@ruwu/contract'
import { REWRITE_LABELS } from '@ruwu/domain'
import { WandSparkles } from 'lucide-react'
import { MenuButton } from '../../../../rendering/floating.tsx'
import { texts } from '../texts.ts'
import { Tool } from '../tool-button.tsx'

type RewriteToolProps = { isEmpty: boolean; onRewrite: (style: RewriteStyle) => void }

/** 改写 in the tools of the composer; only where a model helps. */
export function RewriteTool({ isEmpty, onRewrite }: RewriteToolProps) {
  if (isEmpty) return <Tool icon={WandSparkles} label={texts.rewrite} reason={texts.rewriteNothing} />
  const items = REWRITE_STYLES.map((style) => ({
    key: style,
    label: REWRITE_LABELS[style],
    onClick: () => onRewrite(style),
  }))
  return (
    <MenuButton menu={{ items }} placement="topLeft">
      <Tool icon={WandSparkles} label={texts.rewrite} aria-haspopup="menu" />
    </MenuButton>
  )
}
