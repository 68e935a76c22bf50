import { denied, ecfOf, isolate, rfceOf } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'POST /api/rfce/EnviarYConsultar': ({ rnc }) => [{ form: { xml: rfceOf(rnc) }, ...denied }],
    'POST /api/XmlSigner/SignXmlFromDb': ({ rnc }) => [
      { form: { XmlFile: ecfOf(rnc) }, ...denied },
      { form: { XmlFile: rfceOf(rnc) }, ...denied },
    ],
  },
});
