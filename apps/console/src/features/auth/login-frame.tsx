import { BrandMark, Wordmark } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { texts } from './texts.ts'
import styles from './login-frame.module.css'

/** Background, centred content and footer of the signed-out pages. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const { footerCopyright, footerFiling } = runtimeConfig()
  return (
    <div className={styles.frame}>
      <svg className={styles.motif} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <defs>
          <linearGradient id="half-left" x1="1" x2="0">
            <stop stopColor="#3a6ea5" stopOpacity=".11" />
            <stop offset="1" stopColor="#3a6ea5" stopOpacity=".02" />
          </linearGradient>
          <linearGradient id="half-right">
            <stop stopColor="#f32640" stopOpacity=".11" />
            <stop offset="1" stopColor="#f32640" stopOpacity=".02" />
          </linearGradient>
        </defs>
        <path d="M410 76v560a280 280 0 0 1 0-560z" fill="url(#half-left)" />
        <path d="M1030 264v560a280 280 0 0 0 0-560z" fill="url(#half-right)" />
      </svg>
      <main className={styles.main}>{children}</main>
      <footer className={styles.footer}>
        {footerCopyright && <span>{footerCopyright}</span>}
        {footerFiling && <span>{footerFiling}</span>}
      </footer>
    </div>
  )
}

export function LoginHero() {
  return (
    <header className={styles.hero}>
      <span className={styles.brand}>
        <BrandMark size={44} />
        <Wordmark height={34} />
      </span>
      <p>{texts.slogan}</p>
    </header>
  )
}
