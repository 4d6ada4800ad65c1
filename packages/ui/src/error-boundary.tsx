import { CircleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { texts } from './texts.ts'
import styles from './state-block.module.css'

type Props = { children: ReactNode; onError?: (error: unknown) => void }
type State = { error: unknown; failed: boolean }

/** Catches render errors; 点击重新加载 resets and renders again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <Crash error={this.state.error} onReload={() => this.setState({ error: null, failed: false })} />
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Fallback of a crashed component. */
export function Crash({ error, onReload }: { error: unknown; onReload: () => void }) {
  return (
    <div className={cx(styles.block, styles.error)} role="alert">
      <CircleAlert size={40} strokeWidth={1.25} aria-hidden="true" />
      <p>{texts.crashed(messageOf(error))}</p>
      <Button onClick={onReload}>{texts.reload}</Button>
    </div>
  )
}
