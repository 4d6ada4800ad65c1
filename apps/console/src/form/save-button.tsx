import { Button } from '@ruwu/ui'
import type { ComponentProps } from 'react'
import { texts } from './texts.ts'

/** Saves its form; Ctrl/⌘+S presses it (`SaveKeyHost`). */
export const SaveButton = ({ children = texts.save, ...rest }: ComponentProps<typeof Button>) => (
  <Button variant="primary" data-save-button {...rest}>
    {children}
  </Button>
)
