import type { FlowDetail } from '@ruwu/contract'
import { InfoNote } from '@ruwu/ui'
import { ReactFlowProvider } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { OnceShownDialog } from '../../../form/once-shown-dialog.tsx'
import { FlowHead, FlowName, HeadActions, SaveStatus } from '../components/flow-head.tsx'
import { PublishDialog } from '../components/publish-dialog.tsx'
import { TestPanel } from '../components/test-panel.tsx'
import { VersionSheet } from '../components/version-sheet.tsx'
import { dialogTexts } from '../dialog-texts.ts'
import { flowPath } from '../flow-url.ts'
import { NodePanel } from '../forms/node-panel.tsx'
import { texts } from '../texts.ts'
import { useFlowDraft } from '../use-flow-draft.ts'
import { useFlowProblems, useFlowReferences } from '../use-flow-checks.ts'
import type { Trace } from './canvas-model.ts'
import { CanvasTools } from './canvas-tools.tsx'
import { FlowCanvas } from './flow-canvas.tsx'
import { Palette } from './palette.tsx'
import { ProblemPanel } from './problem-panel.tsx'
import { type LooseEnd, QuickAdd } from './quick-add.tsx'
import { useCanvasCommands } from './use-canvas-commands.ts'
import styles from './flow-workspace.module.css'

type FlowWorkspaceProps = {
  flow: FlowDetail
  canEdit: boolean
  /** Set while a published version is shown instead of the draft. */
  version: number | undefined
}

export const FlowWorkspace = (props: FlowWorkspaceProps) => (
  <ReactFlowProvider>
    <Workspace {...props} />
  </ReactFlowProvider>
)

type Layer = 'publish' | 'versions'

/** The canvas with everything around it. */
function Workspace({ flow, canEdit, version }: FlowWorkspaceProps) {
  const isReadOnly = !canEdit || version !== undefined
  const editor = useFlowDraft(flow, !isReadOnly)
  const { names, references } = useFlowReferences()
  const problems = useFlowProblems(editor, references)
  const [isFormOpen, setIsFormOpen] = useState(false)
  const [wantsFocus, setWantsFocus] = useState(false)
  const dropFocusWish = useCallback(() => setWantsFocus(false), [])
  const [isListed, setIsListed] = useState(false)
  const [isTesting, setIsTesting] = useState(false)
  const [layer, setLayer] = useState<Layer>()
  const [trace, setTrace] = useState<Trace>()
  const [looseEnd, setLooseEnd] = useState<LooseEnd>()
  const dropLooseEnd = useCallback(() => setLooseEnd(undefined), [])
  const openForm = (focus: boolean) => {
    setIsFormOpen(true)
    setWantsFocus(focus)
  }
  const [secret, setSecret] = useState<string>()
  const take = ({ secret: shownOnce, ...answer }: FlowDetail) => {
    editor.take(answer)
    setSecret(shownOnce)
  }
  const commands = useCanvasCommands({ editor, isReadOnly, onOpenForm: openForm })
  const { selection, selected } = commands
  const [only, ...others] = selected
  return (
    <div className={styles.workspace}>
      <FlowHead
        flow={editor.flow}
        title={<FlowName editor={editor} canEdit={!isReadOnly} />}
        state={isReadOnly ? <span>{texts.readOnly}</span> : <SaveStatus editor={editor} />}
      >
        <HeadActions
          problems={problems}
          canEdit={!isReadOnly}
          isTesting={isTesting}
          onVersions={() => setLayer('versions')}
          onProblems={() => setIsListed(!isListed)}
          onTest={() => setIsTesting(!isTesting)}
          onPublish={() => setLayer('publish')}
        />
      </FlowHead>
      {version !== undefined && (
        <InfoNote className={styles.note}>
          {texts.viewing(version)} <Link to={flowPath(flow.id)}>{texts.toDraft}</Link>
        </InfoNote>
      )}
      <div className={styles.body}>
        <FlowCanvas
          graph={editor.draft.graph}
          names={names}
          problems={problems}
          selection={selection}
          trace={trace}
          isReadOnly={isReadOnly}
          onEdit={editor.edit}
          onSelect={commands.setSelection}
          onOpen={() => openForm(false)}
          onDropNode={(type, place) => commands.add(type, place)}
          onLooseEnd={setLooseEnd}
        >
          {!isReadOnly && <Palette onAdd={(type) => commands.add(type)} />}
          <CanvasTools editor={editor} isReadOnly={isReadOnly} onArrange={commands.arrange} />
          <ProblemPanel
            graph={editor.draft.graph}
            problems={problems}
            isOpen={isListed}
            onOpen={setIsListed}
            onLocate={commands.locate}
          />
          <output className="sr-only">{commands.status}</output>
        </FlowCanvas>
        {isFormOpen && only && others.length === 0 && (
          <NodePanel
            node={only}
            editor={editor}
            commands={commands}
            isReadOnly={isReadOnly}
            wantsFocus={wantsFocus}
            onFocused={dropFocusWish}
            onClose={() => setIsFormOpen(false)}
          />
        )}
        {isTesting && <TestPanel editor={editor} onTrace={setTrace} onClose={() => setIsTesting(false)} />}
      </div>
      {looseEnd && (
        <QuickAdd
          at={looseEnd}
          onAdd={(type) => {
            commands.add(type, looseEnd.place, looseEnd.origin)
            dropLooseEnd()
          }}
          onClose={dropLooseEnd}
        />
      )}
      {layer === 'publish' && (
        <PublishDialog
          editor={{ ...editor, take }}
          problems={problems}
          onLocate={(id) => {
            setLayer(undefined)
            commands.locate(id)
          }}
          onClose={() => setLayer(undefined)}
        />
      )}
      {layer === 'versions' && (
        <VersionSheet
          flow={editor.flow}
          canEdit={!isReadOnly}
          onRolledBack={(answer) => {
            take(answer)
            setLayer(undefined)
          }}
          onClose={() => setLayer(undefined)}
        />
      )}
      {secret && (
        <OnceShownDialog
          title={dialogTexts.secretTitle}
          hint={dialogTexts.secretHint}
          label={dialogTexts.secretLabel}
          value={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  )
}
