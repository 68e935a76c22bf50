import { algorithms, signatureNamespace as dsig } from '../src/index.ts';
import type { Forgery, Genuine } from './genuine.ts';
import { signLoosely } from './loose-signer.ts';

/** Forgeries of the content and of the structure of a signed document, by kind and name. */
export function forgedDocuments(genuine: Genuine) {
  const {
    document,
    evil,
    owner,
    signed,
    signature,
    signedInfo,
    digestValue,
    signatureValue,
    evilDigest,
    withSignature,
    inGenuine,
    inEvil,
    loosely,
  } = genuine;

  const content: Record<string, Forgery> = {
    'a value changed': [() => inGenuine('100.00', '900.00'), 'firma/alterado'],
    'an element added': [() => inGenuine('<MontoTotal>', '<X>1</X><MontoTotal>'), 'firma/alterado'],
    'an element taken out': [() => inGenuine(/<MontoTotal>.*<\/MontoTotal>/, ''), 'firma/alterado'],
    'an element renamed': [
      () => inGenuine(/RNCEmisor/g, 'RNCComprador').replaceAll('RNCEmisor', 'RNCComprador'),
      'firma/alterado',
    ],
    'elements in another order': [
      () =>
        inGenuine(
          /(<RNCEmisor>.*<\/RNCEmisor>)(<MontoTotal>.*<\/MontoTotal>)/,
          '<MontoTotal>100.00</MontoTotal><RNCEmisor>131000001</RNCEmisor>',
        ),
      'firma/alterado',
    ],
    'an attribute added': [() => inGenuine('<Encabezado>', '<Encabezado x="1">'), 'firma/alterado'],
    'an attribute added to the root': [() => inGenuine('<ECF>', '<ECF x="1">'), 'firma/alterado'],
    'a namespace added to the root': [() => inGenuine('<ECF>', '<ECF xmlns="urn:x">'), 'firma/alterado'],
    'a prefix added to the root': [() => inGenuine('<ECF>', '<ECF xmlns:x="urn:x">'), 'firma/no-corresponde'],
    'a language added to the root': [() => inGenuine('<ECF>', '<ECF xml:lang="es">'), 'firma/no-corresponde'],
    'a blank added': [() => inGenuine('<MontoTotal>', ' <MontoTotal>'), 'firma/alterado'],
    'a blank before the signature': [() => inGenuine('<Signature ', '\n<Signature '), 'firma/alterado'],
    'a carriage return added': [() => inGenuine('100.00', '100.00&#13;'), 'firma/alterado'],
    'a value moved into CDATA and changed': [() => inGenuine('100.00', '<![CDATA[900.00]]>'), 'firma/alterado'],
    'a value cut by a comment': [() => inGenuine('100.00', '100<!-- -->.00'), 'xml/comentario'],
    'a value hidden in a comment': [() => inGenuine('100.00', '<!--9-->100.00'), 'xml/comentario'],
    'a value hidden in a processing instruction': [() => inGenuine('100.00', '<?x 9?>100.00'), 'xml/instruccion'],
    'a value by way of an entity': [
      () => `<!DOCTYPE ECF [<!ENTITY x "9">]>${inGenuine('100.00', '&x;')}`,
      'xml/doctype',
    ],
    'a default attribute by way of a DOCTYPE': [
      () => `<!DOCTYPE ECF [<!ATTLIST ECF x CDATA "1">]>${signed}`,
      'xml/doctype',
    ],
    'text after the signature': [() => inGenuine('</Signature>', '</Signature>x'), 'firma/posicion'],
    'an element after the signature': [
      () => inGenuine('</Signature>', '</Signature><MontoTotal>9</MontoTotal>'),
      'firma/posicion',
    ],
    'another document altogether': [() => withSignature('<RFCE><a>1</a></RFCE>', signature()), 'firma/alterado'],
  };

  const wrapping: Record<string, Forgery> = {
    'XSW1: the genuine document inside the signature of the evil one': [
      () =>
        withSignature(
          evil,
          signature().replace('</Signature>', () => `<Object>${signed}</Object></Signature>`),
        ),
      'firma/varias',
    ],
    'XSW2: the genuine document beside the signature': [
      () => withSignature(evil, document + signature()),
      'firma/alterado',
    ],
    'XSW3: the evil document first, both under a new root': [() => `<R>${evil}${signed}</R>`, 'firma/posicion'],
    'XSW4: the genuine document as a child of the evil one': [() => withSignature(evil, signed), 'firma/posicion'],
    'XSW5: the signature in the evil document, the genuine one after it': [
      () => withSignature(evil, signature() + document),
      'firma/posicion',
    ],
    'XSW6: the genuine document inside KeyInfo': [
      () => inEvil('</KeyInfo>', `${document}</KeyInfo>`),
      'firma/estructura',
    ],
    'XSW7: the evil part inside an extension': [
      () => inGenuine('</Encabezado>', `</Encabezado><Extensions>${evil}</Extensions>`),
      'firma/alterado',
    ],
    'XSW8: the genuine document, unsigned, inside an Object': [
      () => inEvil('</Signature>', `<Object>${document}</Object></Signature>`),
      'firma/estructura',
    ],
    'the genuine document inside SignedInfo': [
      () => inEvil('<Reference ', `${document}<Reference `),
      'firma/estructura',
    ],
    'the genuine document inside the digest': [
      () => inEvil('</DigestValue>', `${document}</DigestValue>`),
      'firma/estructura',
    ],
    'a reference by Id to a genuine part': [
      () =>
        signLoosely('<ECF Id="x"><MontoTotal>100.00</MontoTotal></ECF>', owner, { referenceAttributes: 'URI="#x"' }),
      'firma/referencia',
    ],
    'a reference by Id, with that Id twice': [
      () =>
        signLoosely('<ECF Id="x"><MontoTotal Id="x">900.00</MontoTotal></ECF>', owner, {
          referenceAttributes: 'URI="#x"',
        }),
      'firma/referencia',
    ],
  };

  const structure: Record<string, Forgery> = {
    'no signature': [() => document, 'firma/falta'],
    'a signature in no namespace': [() => inGenuine(` xmlns="${dsig}"`, ''), 'firma/falta'],
    'a signature in another namespace': [() => inGenuine(dsig, 'http://www.w3.org/2009/xmldsig11#'), 'firma/falta'],
    'the signature twice': [() => withSignature(signed, signature()), 'firma/varias'],
    'a second signature without namespace': [
      () => inGenuine('<Encabezado>', '<Signature></Signature><Encabezado>'),
      'firma/varias',
    ],
    'a signature inside the signature': [() => inGenuine('</Signature>', `${signature()}</Signature>`), 'firma/varias'],
    'the signature first': [() => document.replace('<ECF>', () => `<ECF>${signature()}`), 'firma/posicion'],
    'the signature one level down': [
      () => document.replace('</Encabezado>', () => `${signature()}</Encabezado>`),
      'firma/posicion',
    ],
    'the signature as the root': [() => signature(), 'firma/posicion'],
    'two SignedInfo, the genuine one first (CVE-2025-29774)': [
      () => inEvil('</SignedInfo>', `</SignedInfo>${signedInfo().replace(digestValue(), evilDigest)}`),
      'firma/estructura',
    ],
    'two SignedInfo, the genuine one last (CVE-2025-29774)': [
      () => inEvil('<SignedInfo>', `${signedInfo().replace(digestValue(), evilDigest)}<SignedInfo>`),
      'firma/estructura',
    ],
    'the evil digest in a comment (CVE-2025-29775)': [
      () => inEvil('<DigestValue>', `<DigestValue><!--${evilDigest()}-->`),
      'xml/comentario',
    ],
    'the genuine digest in a comment': [
      () => inEvil(digestValue(), `<!--${digestValue()}-->${evilDigest()}`),
      'xml/comentario',
    ],
    'the evil digest in a processing instruction': [
      () => inEvil('<DigestValue>', `<DigestValue><?x ${evilDigest()}?>`),
      'xml/instruccion',
    ],
    'the evil digest in CDATA': [() => inEvil(digestValue(), `<![CDATA[${evilDigest()}]]>`), 'firma/no-corresponde'],
    'the evil digest in CDATA beside the genuine one': [
      () => inEvil('<DigestValue>', `<DigestValue><![CDATA[${evilDigest()}]]>`),
      'firma/base64',
    ],
    'the evil digest in its own element': [
      () => inEvil(digestValue(), `<x>${digestValue()}</x>${evilDigest()}`),
      'firma/estructura',
    ],
    'the evil digest in place of the genuine one': [() => inEvil(digestValue(), evilDigest()), 'firma/no-corresponde'],
    'two DigestValue': [
      () => inEvil('<DigestValue>', `<DigestValue>${evilDigest()}</DigestValue><DigestValue>`),
      'firma/estructura',
    ],
    'an empty digest': [() => inEvil(digestValue(), ''), 'firma/base64'],
    'a comment in SignatureValue': [() => inGenuine('<SignatureValue>', '<SignatureValue><!-- -->'), 'xml/comentario'],
    'two SignatureValue': [
      () => inGenuine('<SignatureValue>', '<SignatureValue>AAAA</SignatureValue><SignatureValue>'),
      'firma/estructura',
    ],
    'an empty SignatureValue': [() => inGenuine(signatureValue(), ''), 'firma/base64'],
    'a SignatureValue of zeros': [
      () => inGenuine(signatureValue(), Buffer.alloc(256).toString('base64')),
      'firma/no-corresponde',
    ],
    'a SignatureValue cut short': [
      () => inGenuine(signatureValue(), signatureValue().slice(4)),
      'firma/no-corresponde',
    ],
    'a SignatureValue in base64url': [
      () => inGenuine(signatureValue(), `-_${signatureValue().slice(2)}`),
      'firma/base64',
    ],
    'a SignatureValue with junk between': [() => inGenuine(signatureValue(), `*${signatureValue()}`), 'firma/base64'],
    'a SignatureValue with spare bits set': [
      () => {
        // The base64 of 256 octets ends in a character whose last four bits are unused.
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
        const at = alphabet.indexOf(signatureValue().at(-3) ?? '');
        return inGenuine(signatureValue(), `${signatureValue().slice(0, -3)}${alphabet[at ^ 1]}==`);
      },
      'firma/base64',
    ],
    'KeyInfo before SignatureValue': [
      () => {
        const [, value = '', keyInfo = ''] = /(<SignatureValue>.*<\/SignatureValue>)(<KeyInfo>.*<\/KeyInfo>)/.exec(
          signed,
        )!;
        return inGenuine(value + keyInfo, keyInfo + value);
      },
      'firma/orden',
    ],
    'the digest before its method': [
      () =>
        inGenuine(
          /(<DigestMethod.*<\/DigestMethod>)(<DigestValue>.*<\/DigestValue>)/,
          `<DigestValue>${digestValue()}</DigestValue><DigestMethod Algorithm="${algorithms.digest}"></DigestMethod>`,
        ),
      'firma/orden',
    ],
    'no reference': [() => loosely({ references: () => '' }), 'firma/estructura'],
    'two references to the document': [
      () => loosely({ references: (reference) => reference + reference }),
      'firma/estructura',
    ],
    'an empty manifest of references': [
      () => loosely({ references: () => '<Manifest></Manifest>' }),
      'firma/estructura',
    ],
    'a reference of a type': [
      () => loosely({ referenceAttributes: `URI="" Type="${dsig}Manifest"` }),
      'firma/estructura',
    ],
    'a reference without URI': [() => loosely({ referenceAttributes: 'Id=""' }), 'firma/estructura'],
    'a reference with a URI of another namespace': [
      () => loosely({ referenceAttributes: 'xmlns:x="urn:x" x:URI=""' }),
      'firma/estructura',
    ],
    'a reference by XPointer': [() => loosely({ referenceAttributes: 'URI="#xpointer(/)"' }), 'firma/referencia'],
    'a reference to the network': [
      () => loosely({ referenceAttributes: 'URI="http://127.0.0.1:9/x"' }),
      'firma/referencia',
    ],
    'a reference to a file': [() => loosely({ referenceAttributes: 'URI="file:///etc/hostname"' }), 'firma/referencia'],
    'an Object in the signature': [() => loosely({ object: '<Object>x</Object>' }), 'firma/estructura'],
    'text in the signature': [() => inGenuine('<KeyInfo>', 'x<KeyInfo>'), 'firma/estructura'],
    'an attribute on the signature': [() => inGenuine('<Signature ', '<Signature Target="x" '), 'firma/estructura'],
    'a second document as data of the key': [
      () => inGenuine('</KeyInfo>', `<X509Data>${document}</X509Data></KeyInfo>`),
      'firma/estructura',
    ],
  };

  return { content, wrapping, structure };
}
