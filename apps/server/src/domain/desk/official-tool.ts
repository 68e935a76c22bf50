import { refuse } from '@timbre/refusal';
import { type PreparedTool, prepareTool as prepare, ToolError, type ToolToFill } from '@timbre/workbook';

/**
 * Checks that a file is the official tool of a format, and prepares it to be filled.
 *
 * @throws Problem `reportes/herramienta`, with what is missing
 */
export function prepareTool(tool: ToolToFill): PreparedTool {
  try {
    return prepare(tool);
  } catch (error) {
    if (error instanceof ToolError) return refuse('reportes/herramienta', error.message);
    throw error;
  }
}

/** Checks a tool as it is uploaded. @throws Problem `reportes/herramienta`, with what is missing */
export function inspectTool({ bytes, tipo }: Omit<ToolToFill, 'head'>): undefined {
  prepareTool({ bytes, tipo, head: { rnc: '', periodo: '0', cantidad: 0 } });
  return undefined;
}
