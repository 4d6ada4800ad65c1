import type { Source } from '@ruwu/contract'
import { SOURCE_LABELS } from '@ruwu/domain'
import { SourceMark, type SourceShape } from '@ruwu/ui'

const shapes: Record<Source, SourceShape> = { redbook: 'bookmark', douyin: 'play' }

/** The icon of a source; with an accessible name unless the name stands beside it. */
export const SourceIcon = ({ source, size, isNamed = true }: { source: Source; size?: number; isNamed?: boolean }) => (
  <SourceMark shape={shapes[source]} label={isNamed ? SOURCE_LABELS[source] : ''} size={size} />
)
