import type { SignedIn } from '@ruwu/contract'

declare global {
  interface Window {
    /** Set by /demo for the console in its frame. */
    ruwuDemo?: DemoFrame
  }
}

export type DemoFrame = {
  session: SignedIn
  /** The visitor's sign-in has ended. */
  onEnd(): void
}

function findParent(): DemoFrame | undefined {
  try {
    return window.parent === window ? undefined : window.parent.ruwuDemo
  } catch {
    // A page of another origin: the server's headers do not let it show us at all.
    return undefined
  }
}

/** In the frame of /demo. There session and storage are in memory, so that those of the browser's own sign-in are neither read nor changed. */
export const demoFrame = findParent()
