import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'usuarios',
  area: 'La empresa',
  title: 'Usuarios y permisos',
  about: 'Un administrador decide quién entra y qué puede hacer.',
  picture: { name: 'usuarios', alt: 'Los usuarios de la empresa y sus roles', screen: 'usuarios' },
  steps: [
    'Abra **Usuarios**, escriba el nombre y el correo y elija el rol: Administrador, Facturador, Contador o Consulta.',
    'Invite a la persona a elegir su contraseña, o póngale una.',
    'Active la verificación en dos pasos de su propio usuario en la misma pantalla.',
  ],
  notes: ['**Auditoría** guarda quién hizo qué y cuándo. No se puede cambiar.'],
  tasks: [
    {
      id: 'agregar-contador',
      title: 'Cómo dar acceso a su contador',
      steps: [
        'Abra **Usuarios** y escriba en **Crear usuario** el nombre y el correo del contador.',
        'Marque **Invitar a la persona a elegir su contraseña** y elija el rol Contador: ve los comprobantes y prepara los reportes, y no emite.',
        'Pulse **Crear usuario**.',
        'Si ya usa Timbre con ese correo, entréguele el código que aparece: lo escribe en **Empresas e invitaciones**, del menú de su usuario.',
      ],
      notes: ['Cada acción suya queda en **Auditoría** con su nombre. No le preste su propio usuario.'],
    },
    {
      id: 'quitar-usuario',
      title: 'Cómo quitar el acceso a una persona',
      steps: [
        'En **Usuarios** pulse el cesto de su fila y confirme con **Eliminar usuario**.',
        'Sus sesiones se cierran en ese momento. Lo que hizo sigue en **Auditoría**.',
      ],
    },
    {
      id: 'dos-pasos',
      title: 'Cómo activar la verificación en dos pasos',
      steps: [
        'En **Usuarios** busque **Verificación en dos pasos** y pulse **Activar la verificación en dos pasos**.',
        'Escanee el código con la aplicación de su teléfono y escriba los seis dígitos que ella muestra.',
        'Pulse **Activar** y guarde los códigos de recuperación: cada uno sirve una vez, si pierde el teléfono. Pulse **Ya los guardé**.',
      ],
    },
    {
      id: 'cerrar-sesiones',
      title: 'Cómo cerrar una sesión que dejó abierta',
      steps: [
        'En **Usuarios** busque **Sesiones abiertas**: dice el equipo, la dirección y la última actividad.',
        'Pulse **Cerrar** en la que no reconozca, o **Cerrar todas las demás**.',
        'Si no era suya, cambie su contraseña.',
      ],
    },
  ],
};
