/** One server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | undefined;
}

/**
 * Creates an incremental parser of an event stream.
 *
 * @param onId called with the last event id, also for blocks without an event
 * @returns a function that takes the next piece of text and returns the events that it completes
 * @source WHATWG HTML, 9.2.6 "Interpreting an event stream"
 */
export function eventParser(onId: (id: string) => void = () => {}): (piece: string) => ServerEvent[] {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let id: string | undefined;
  return (piece) => {
    const events: ServerEvent[] = [];
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n'), id });
        if (id !== undefined) onId(id);
        name = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') name = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id') id = value;
    }
    return events;
  };
}
