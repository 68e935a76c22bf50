import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'contador',
  area: 'Reportes',
  title: 'Clientes de un despacho',
  about:
    'Quien lleva varias empresas ve en una lista qué vence, qué falta y qué no anda bien en cada una. Cada empresa da su permiso y lo termina cuando quiere.',
  steps: [
    'Abra **Clientes**. La franja de arriba cuenta cuántas empresas han presentado, están listas, esperan respuestas o no han empezado.',
    'Elija un filtro o busque por nombre o RNC. El filtro queda en la dirección: puede guardarla.',
    'Pulse una empresa para entrar en ella.',
  ],
  notes: [
    'Con el teclado: J y K cambian de empresa, Intro entra, / busca y Esc quita el filtro.',
    'Solo las empresas en Producción tienen vencimientos.',
  ],
  tasks: [
    {
      id: 'crear-despacho',
      title: 'Cómo crear su despacho y agregar clientes',
      steps: [
        'En **Clientes** pulse **Crear mi despacho**, escriba **Nombre del despacho** y **Su nombre**, y pulse **Crear despacho**.',
        'Pulse **Agregar clientes** y pegue de Excel una empresa por línea: RNC y nombre.',
        'Pulse **Pedir permiso** y entregue a cada cliente su código con **Copiar los códigos**.',
        'Cuando el cliente acepta, su empresa aparece con sus cifras.',
      ],
      notes: ['Si un cliente pierde su código, ábralo en la lista y pulse **Generar otro código**.'],
    },
    {
      id: 'dar-permiso',
      title: 'Cómo dar o terminar el permiso de un despacho',
      steps: [
        'En **Usuarios**, panel **Despachos**, el administrador de la empresa acepta la petición, o escribe el **Código del despacho** y pulsa **Dar acceso**.',
        'Para terminarlo, pulse **Terminar permiso**: las personas del despacho quedan fuera en el acto.',
      ],
    },
    {
      id: 'repartir-clientes',
      title: 'Cómo repartir los clientes entre su equipo',
      steps: [
        'En **Clientes** pulse **Equipo**, escriba el nombre y el correo de la persona y pulse **Invitar**.',
        'Pulse **Asignar responsable** y elija quién lleva cada empresa: la ve esa persona, y los administradores ven todas.',
      ],
    },
  ],
};
