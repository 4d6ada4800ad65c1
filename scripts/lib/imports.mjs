import { parseSync, Visitor } from 'oxc-parser'

/** Every module a file names: static, dynamic, re-export, `import('x').T`. */
export function importsOf(file, source) {
  const { program, module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const found = []
  const add = (value, start) => {
    if (typeof value === 'string') found.push({ specifier: value, line: source.slice(0, start).split('\n').length })
  }
  for (const { moduleRequest } of module.staticImports) add(moduleRequest.value, moduleRequest.start)
  for (const { entries } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest
    if (request) add(request.value, request.start)
  }
  new Visitor({
    ImportExpression: (node) => add(node.source.value, node.start),
    TSImportType: (node) => add(node.source?.value ?? node.argument?.literal?.value, node.start),
  }).visit(program)
  return found
}
