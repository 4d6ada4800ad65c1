import type { Plugin } from 'vite'

/** Modules of antd by the names they would have in our code. antd hangs them on the components they belong to, so that bundlers keep them. */
const UNUSED: Record<string, string> = {
  '/antd/es/dropdown/dropdown-button.js': 'Dropdown.Button',
  '/antd/es/input/Group.js': 'Input.Group',
  '/antd/es/input/OTP/index.js': 'Input.OTP',
  '/antd/es/input/Search.js': 'Input.Search',
}

/** Leaves out what the console never draws, with the button and the icons it would bring along; who uses one of them after all gets an error. */
export const unusedAntd = (): Plugin => ({
  name: 'unused-antd',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (Object.keys(UNUSED).some((end) => id.endsWith(end)) ? 'export default undefined' : null),
  transform(code, id) {
    if (id.includes('/node_modules/') || !id.endsWith('.tsx')) return
    const used = Object.values(UNUSED).find((name) => code.includes(`<${name}`))
    if (used) this.error(`${used} of antd is left out of the bundle: see apps/console/build/unused-antd.ts`)
  },
})
