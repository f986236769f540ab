import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Runs a program's method Main.main N times: java Host.java FOLDER N.
 *
 * <p>The program is not changed; its tree is decoded once. A line "\0 CODE" tells that a run has ended.
 */
public class Host {
    public static void main(String[] arguments) throws Exception {
        URL[] folder = {new File(arguments[0]).toURI().toURL()};
        Method program = new URLClassLoader(folder, null).loadClass("Main").getMethod("main", String[].class);
        for (int count = Integer.parseInt(arguments[1]); count > 0; count--) {
            int code = 0;
            try {
                program.invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException error) {
                error.getCause().printStackTrace();
                code = 1;
            }
            System.in.skip(System.in.available()); // what the program left unread is not for the next run
            System.out.print("\0 " + code + "\n");
            System.out.flush();
        }
    }
}
