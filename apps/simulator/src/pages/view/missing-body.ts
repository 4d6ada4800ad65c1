import { demoNotice } from './brand.ts'
import { html } from './html.ts'
import { icon } from './icons.ts'
import { themeButton } from './page-head.ts'

export const MISSING_TITLE = '没有这个账号'

/** An old link may lead nowhere: staff accounts and customers live only as long as one run. */
export const missingBody = html`<main class="authorise">
  <div class="authorise-top">${demoNotice}${themeButton}</div>
  <section class="authorise-card">
    <div class="outcome off">
      ${icon('info', 44)}
      <h1>${MISSING_TITLE}</h1>
      <p>链接可能来自模拟平台的上一次运行，请从总览重新打开。</p>
      <a class="button large" href="/">${icon('home')}返回总览</a>
    </div>
  </section>
</main>`
