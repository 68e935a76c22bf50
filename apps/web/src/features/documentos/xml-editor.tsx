import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { Mark } from './marks.ts';

const colours = HighlightStyle.define([
  { tag: tags.tagName, color: 'var(--accent-text)' },
  { tag: [tags.angleBracket, tags.processingInstruction], color: 'var(--text-3)' },
  { tag: tags.attributeName, color: 'var(--info)' },
  { tag: tags.attributeValue, color: 'var(--warn)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--bg)', color: 'var(--text)' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--text-3)', border: 'none' },
  '&.cm-focused': { outline: 'none' }, // the focus ring surrounds the whole editor, with its line numbers
  '.cm-lineWrapping': { wordBreak: 'break-all' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', borderColor: 'var(--border)', color: 'var(--text)' },
});

interface Props {
  /** The initial text. Later changes are made by the user. */
  initial: string;
  label: string;
  /** The errors in the current text. */
  marks: readonly Mark[];
  /** The position to scroll to and select. */
  at: Mark | undefined;
  onChange: (text: string) => void;
}

/** An XML editor with the faults next to their lines. */
export function XmlEditor({ initial, label, marks, at, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;

  useEffect(() => {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: initial,
        extensions: [
          EditorView.cspNonce.of(nonce),
          lineNumbers(),
          history(),
          bracketMatching(),
          xml(),
          syntaxHighlighting(colours),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          lintGutter(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
          look,
        ],
      }),
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, [initial, label]);

  useEffect(() => {
    const editor = view.current!;
    const end = editor.state.doc.length; // the text may have become shorter since the marks were made
    const diagnostics = marks.map(
      ({ from, to, fault }): Diagnostic => ({
        from: Math.min(from, end),
        to: Math.min(to, end),
        severity: fault.aviso ? 'warning' : 'error',
        message: fault.mensaje,
        source: fault.codigo,
      }),
    );
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [marks]);

  useEffect(() => {
    const editor = view.current!;
    if (!at || at.to > editor.state.doc.length) return;
    const selection = { anchor: at.from, head: at.to };
    editor.dispatch({ selection, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
    editor.focus();
  }, [at]);

  return <div ref={place} style={{ height: '100%' }} />;
}
