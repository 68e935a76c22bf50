import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'firmado',
  area: 'La empresa',
  title: 'Firmado digital',
  about: 'Firma archivos PDF, XML y TXT con el certificado de la empresa, y dice de cualquier archivo quién lo firmó.',
  picture: { name: 'firmado', alt: 'Firmado Digital: los archivos que se firman', screen: 'firmado' },
  notes: [
    'El archivo no se guarda. La auditoría anota quién firmó, qué archivo y con qué certificado.',
    'En `/verificar`, sin cuenta, se ve quién firmó un archivo, cuándo, y si cambió después.',
  ],
  tasks: [
    {
      id: 'firmar-archivos',
      title: 'Cómo firmar archivos',
      steps: [
        'Abra **Firmado Digital** y elija uno o varios archivos.',
        'Diga si la firma lleva la fecha y, en los PDF, si lleva un sello visible.',
        'Pulse **Firmar** y descargue los archivos firmados.',
      ],
    },
    {
      id: 'verificar-archivo',
      title: 'Cómo saber quién firmó un archivo',
      steps: [
        'Abra [Verificar un archivo firmado](/verificar), también sin usuario.',
        'Elija el archivo: PDF, XML o firma aparte.',
        'Lea quién lo firmó, cuándo, si el certificado estaba vigente entonces y si el archivo está intacto.',
      ],
    },
  ],
};
