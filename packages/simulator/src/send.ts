import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DgiiRoute, protocol, type Service } from '@timbre/authority';
import { escapeText } from '@timbre/xml';
import type { Reply } from './reply.ts';

/**
 * Sends a reply as a page, XML or JSON. JSON is converted to XML if the request accepts only XML and the service has a
 * root element for it.
 *
 * @param service the service that answers; undefined for an answer without one
 */
export function send(response: ServerResponse, request: IncomingMessage, reply: Reply, service?: Service): void {
  const { type, text } = written(reply, service !== undefined && wantsXml(request) ? rootOf(service) : undefined);
  response.writeHead(reply.status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function written({ body, xml, html }: Reply, root: string | undefined): { type: string; text: string } {
  if (html !== undefined) return { type: 'text/html', text: html };
  if (xml !== undefined) return { type: 'application/xml', text: xml };
  if (root === undefined || typeof body !== 'object') return { type: 'application/json', text: JSON.stringify(body) };
  return { type: 'application/xml', text: `<?xml version="1.0" encoding="UTF-8"?>${toXml(root, body)}` };
}

const rootOf = (service: Service): string | undefined => (protocol[service] as DgiiRoute).xmlRoot;

const wantsXml = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  accept.includes('xml') && !accept.includes('json');

/** The XML equivalent of a JSON value; a list repeats its element. */
function toXml(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => toXml(name, item)).join('');
  if (value === null || value === undefined) return '';
  const inside =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([key, child]) => toXml(key, child))
          .join('')
      : escapeText(String(value));
  return `<${name}>${inside}</${name}>`;
}
